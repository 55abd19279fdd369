// SHA-256 as proofs and statements are given it.
import { hash } from 'node:crypto';

export const sha256 = (bytes: Uint8Array | string): Uint8Array => hash('sha256', bytes, 'buffer');
