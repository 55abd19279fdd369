// Time-based one-time codes (RFC 6238: SHA-1, 30 s, 6 digits), and the URI for authenticator apps.
import { createHmac } from 'node:crypto';
import { sameText } from '../../store/secret-box.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const SLACK_STEPS = 1;
/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;

/** Code of a 30-second step. */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac[mac.length - 1] ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Step of a code near `nowMs` and after `lastStep`; null when there is none. All steps are compared, to take the
 * same time.
 */
export function matchingStep(secret: Uint8Array, code: string, nowMs: number, lastStep: number): number | null {
  const present = Math.floor(nowMs / STEP_MS);
  let found: number | null = null;
  for (let step = present - SLACK_STEPS; step <= present + SLACK_STEPS; step += 1) {
    if (sameText(code, totpAt(secret, step)) && step > lastStep) found ??= step;
  }
  return found;
}

/** URI from which an authenticator app makes an entry. */
export function otpauthOf(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
