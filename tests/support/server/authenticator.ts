// An authenticator app: the code of a base32 secret at a time, written independently of the server.
import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Code of a secret at a time in ms. */
export function codeAt(secret: string, nowMs: number): string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.from(
    Math.floor(nowMs / 30_000)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  );
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = mac.readUInt8(19) % 16;
  return String((mac.readUInt32BE(at) % 2 ** 31) % 1_000_000).padStart(6, '0');
}
