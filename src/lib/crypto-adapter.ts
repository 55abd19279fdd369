// Web Crypto functions that proofs are verified with.
import { type Bytes, HASH_BYTES, type Sha256 } from '../../core/encoding/bytes.ts';
import type { ProofPorts } from '../../core/proofs/proof.ts';
import type { TextSha256 } from '../../core/proofs/proof-of-work.ts';

/** SHA-256 of the browser; null where it is unavailable (a page without https). */
export function browserSha256(): Sha256 | null {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle ? async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)) : null;
}

/** The same of a text in UTF-8. */
export function browserTextSha256(): TextSha256 | null {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle ? async (text) => new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))) : null;
}

/**
 * SHA-256 and Ed25519 of the browser; null where one is unavailable (an old browser, or a page without https). Without
 * them nothing may be reported as verified.
 */
export async function browserCrypto(): Promise<ProofPorts | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  const sha256 = browserSha256();
  if (!subtle || !sha256) return null;
  const importKey = (key: Bytes): Promise<CryptoKey> =>
    subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
  try {
    // The encoding of the base point: a key that every Ed25519 implementation accepts.
    await importKey(Uint8Array.from({ length: HASH_BYTES }, (_, at) => (at === 0 ? 0x58 : 0x66)));
  } catch {
    return null;
  }
  return {
    sha256,
    verifyEd25519: async (key, message, signature) =>
      subtle.verify({ name: 'Ed25519' }, await importKey(key), signature, message),
  };
}
