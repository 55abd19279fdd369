// Address formats of the chains: checked by checksum, normalised, and made from a hash.
import { blake2b } from '@noble/hashes/blake2.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xrp, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { sameBytes } from '../../../core/encoding/bytes.ts';

export interface AddressFormat {
  /** The address in its canonical form; null when it is invalid on this chain. */
  normal(text: string): string | null;
  /** Address of a 32-byte hash. No private key is known for it. */
  of(hash: Uint8Array): string;
}

const base58check = createBase58check(sha256);
/** Of a chain's short hash: RIPEMD-160, or the end of Keccak-256. */
const SHORT_HASH_BYTES = 20;
/** Longest address (Cardano, with a delegation part). */
const MAX_LETTERS = 108;

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
const joined = (...parts: ArrayLike<number>[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)));

/** A format whose parser throws on invalid text. */
function format(of: AddressFormat['of'], read: (text: string) => string | null): AddressFormat {
  return {
    of,
    normal: (text) => {
      if (text.length > MAX_LETTERS) return null;
      try {
        return read(text);
      } catch {
        // The decoders throw on invalid text.
        return null;
      }
    },
  };
}

/** Base58 with a checksum, of a version byte and the hash of a key or script. */
function isVersioned(bytes: Uint8Array, versions: readonly number[]): boolean {
  return bytes.length === 1 + SHORT_HASH_BYTES && versions.includes(bytes[0] ?? -1);
}

/**
 * Bitcoin and similar chains: versions in base58check; with `prefix` also bech32 (version 0) and bech32m (version
 * 1).
 */
function bitcoinLike(versions: readonly number[], prefix: string | null): AddressFormat {
  const readOld = (text: string): string | null => (isVersioned(base58check.decode(text), versions) ? text : null);
  if (prefix === null) return format((hash) => base58check.encode(joined([versions[0] ?? 0], hash160(hash))), readOld);
  return format(
    (hash) => bech32.encode(prefix, [0, ...bech32.toWords(hash160(hash))]),
    (text) => (text.toLowerCase().startsWith(`${prefix}1`) ? readSegwit(text, prefix) : readOld(text)),
  );
}

/** BIP 173 and BIP 350: a key's or script's hash (version 0), or a taproot output (version 1). */
function readSegwit(text: string, prefix: string): string | null {
  const old = bech32.decodeUnsafe(text);
  const decoded = old ?? bech32m.decodeUnsafe(text);
  if (!decoded || decoded.prefix !== prefix) return null;
  const [version, ...words] = decoded.words;
  const { length } = bech32.fromWords(words);
  const fits = old ? version === 0 && (length === SHORT_HASH_BYTES || length === 32) : version === 1 && length === 32;
  return fits ? text.toLowerCase() : null;
}

/** EIP-55: mixed-case letters carry a checksum; in a single case there is none. */
const evm = format(
  (hash) => checksummed(hex.encode(keccak_256(hash).slice(-SHORT_HASH_BYTES))),
  (text) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
    const letters = text.slice(2);
    const right = checksummed(letters.toLowerCase());
    return right === text || letters === letters.toLowerCase() || letters === letters.toUpperCase() ? right : null;
  },
);

function checksummed(letters: string): string {
  const nibbles = hex.encode(keccak_256(new TextEncoder().encode(letters)));
  return `0x${[...letters].map((letter, at) => (Number.parseInt(nibbles[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter)).join('')}`;
}

const TRON_VERSION = 0x41;
const tron = format(
  (hash) => base58check.encode(joined([TRON_VERSION], keccak_256(hash).slice(-SHORT_HASH_BYTES))),
  (text) => (isVersioned(base58check.decode(text), [TRON_VERSION]) ? text : null),
);

/** A public key of 32 bytes; the chain has no checksum. */
const solana = format(
  (hash) => base58.encode(hash),
  (text) => (base58.decode(text).length === 32 ? text : null),
);

/** Base58check with XRP's own alphabet. */
const xrp = format(
  (hash) => {
    const body = joined([0], hash160(hash));
    return base58xrp.encode(joined(body, sha256(sha256(body)).slice(0, 4)));
  },
  (text) => {
    const bytes = base58xrp.decode(text);
    const body = bytes.slice(0, -4);
    return isVersioned(body, [0]) && sameBytes(sha256(sha256(body)).slice(0, 4), bytes.slice(-4)) ? text : null;
  },
);

/** CIP-19, main network: a payment hash with a delegation part (types 0 to 5) or without one (6, 7). */
const CARDANO_ENTERPRISE = 0x61;
const cardano = format(
  (hash) => bech32.encode('addr', bech32.toWords(joined([CARDANO_ENTERPRISE], blake2b(hash, { dkLen: 28 }))), false),
  (text) => {
    const { prefix, words } = bech32.decode(text as `${string}1${string}`, false);
    const bytes = bech32.fromWords(words);
    const header = bytes[0] ?? 0;
    const type = header >> 4;
    const fits =
      type <= 3
        ? bytes.length === 57
        : type <= 5
          ? bytes.length > 29 && bytes.length <= 60
          : type <= 7 && bytes.length === 29;
    return prefix === 'addr' && (header & 15) === 1 && fits ? text.toLowerCase() : null;
  },
);

/** SS58 of the relay chain: one byte of network, 32 of key, two of checksum. */
const SS58_CONTEXT = new TextEncoder().encode('SS58PRE');
const ss58Sum = (body: Uint8Array): Uint8Array => blake2b(joined(SS58_CONTEXT, body)).slice(0, 2);
const polkadot = format(
  (hash) => {
    const body = joined([0], hash);
    return base58.encode(joined(body, ss58Sum(body)));
  },
  (text) => {
    const bytes = base58.decode(text);
    const body = bytes.slice(0, -2);
    return bytes.length === 35 && bytes[0] === 0 && sameBytes(ss58Sum(body), bytes.slice(-2)) ? text : null;
  },
);

const FORMATS: Readonly<Record<string, AddressFormat>> = {
  BTC: bitcoinLike([0x00, 0x05], 'bc'),
  OMNI: bitcoinLike([0x00, 0x05], null),
  LTC: bitcoinLike([0x30, 0x32], 'ltc'),
  DOGE: bitcoinLike([0x1e, 0x16], null),
  ERC20: evm,
  BEP20: evm,
  AVAXC: evm,
  TRC20: tron,
  SOL: solana,
  XRP: xrp,
  ADA: cardano,
  DOT: polkadot,
};

/** Throws Error for a chain without a format; the chains are our own configuration. */
export function formatOf(chain: string): AddressFormat {
  const found = FORMATS[chain];
  if (!found) throw new Error(`no address format for ${chain}`);
  return found;
}
