// Ed25519 key that signs minutes and receipts: made at first start, encrypted by the secret box.
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { type Bytes, hex } from '../../../core/encoding/bytes.ts';
import { keyIdOf } from '../../../core/proofs/proof-layout.ts';
import type { ProofPorts } from '../../../core/proofs/proof.ts';
import type { Signer } from '../../../core/proofs/proof-builder.ts';
import type { SecretBox } from '../../store/secret-box.ts';
import type { Store } from '../../store/store.ts';

/** As in `/common/prop`; the key is the 32 raw bytes in hex. */
export interface PublicKey {
  keyId: string;
  alg: 'Ed25519';
  publicKey: string;
}

export interface SigningKey {
  signer: Signer;
  keyId: string;
  /** Every key ever used, the newest first. */
  publicKeys: readonly PublicKey[];
}

const RAW_KEY_BYTES = 32;

function sha256(bytes: Bytes): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** DER prefix of a raw Ed25519 public key. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Node's functions for the verifier. */
export const NODE_CRYPTO: ProofPorts = {
  sha256,
  verifyEd25519: (key, message, signature) =>
    verify(
      null,
      message,
      createPublicKey({ key: Buffer.concat([DER_PREFIX, key]), format: 'der', type: 'spki' }),
      signature,
    ),
};

interface KeyRow {
  key_id: string;
  public_key: string;
  sealed: string;
}

/**
 * Opens the newest key, or makes the first. Throws Error when the secret box cannot decrypt it: its key file
 * belongs to another store.
 */
export async function openSigningKey(
  store: Store,
  secretBox: Pick<SecretBox, 'sealText' | 'openText'>,
  now: number,
): Promise<SigningKey> {
  const rows = await store.all<KeyRow>(
    'SELECT key_id, public_key, sealed FROM proof_key ORDER BY create_time DESC, key_id',
  );
  const newest = rows[0] ?? (await makeKey(store, secretBox, now));
  const privateKey = opened(newest, secretBox);
  const all = rows.length > 0 ? rows : [newest];
  return {
    signer: { publicKey: rawPublicKey(privateKey), sha256, sign: (message) => sign(null, message, privateKey) },
    keyId: newest.key_id,
    publicKeys: all.map((row) => ({ keyId: row.key_id, alg: 'Ed25519', publicKey: row.public_key })),
  };
}

function opened({ key_id: keyId, sealed }: KeyRow, secretBox: Pick<SecretBox, 'openText'>): KeyObject {
  try {
    return createPrivateKey({
      key: Buffer.from(secretBox.openText(sealed, contextOf(keyId)), 'base64url'),
      format: 'der',
      type: 'pkcs8',
    });
  } catch (cause) {
    throw new Error(
      'The key that signs prices cannot be opened: the key file of the data folder is not the one this store was sealed with; bring it back from a backup',
      { cause },
    );
  }
}

async function makeKey(store: Store, secretBox: Pick<SecretBox, 'sealText'>, now: number): Promise<KeyRow> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = rawPublicKey(privateKey);
  const keyId = keyIdOf(sha256(publicKey));
  const sealed = secretBox.sealText(
    privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    contextOf(keyId),
  );
  const row: KeyRow = { key_id: keyId, public_key: hex(publicKey), sealed };
  await store.run('INSERT INTO proof_key (key_id, public_key, sealed, create_time) VALUES (?, ?, ?, ?)', [
    row.key_id,
    row.public_key,
    row.sealed,
    now,
  ]);
  return row;
}

function contextOf(keyId: string): string {
  return `proof key ${keyId}`;
}

function rawPublicKey(key: KeyObject): Bytes {
  return Uint8Array.from(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES));
}
