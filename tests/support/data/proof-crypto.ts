// SHA-256 and Ed25519 as proofs and statements are given them.
import { hash, verify } from 'node:crypto';

/** DER prefix of a raw Ed25519 public key. */
const DER = Buffer.from('302a300506032b6570032100', 'hex');

export const sha256 = (bytes: Uint8Array | string): Uint8Array => hash('sha256', bytes, 'buffer');

export const verifyEd25519 = (key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, message, { key: Buffer.concat([DER, key]), format: 'der', type: 'spki' }, signature);
