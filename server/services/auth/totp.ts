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
 * Step of a code near one of `times` (ms) and after `lastStep`; null when there is none. All steps are compared, to
 * take the same time.
 */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  times: readonly number[],
  lastStep: number,
): number | null {
  let found: number | null = null;
  for (const time of times) {
    const present = Math.floor(time / STEP_MS);
    for (let step = present - SLACK_STEPS; step <= present + SLACK_STEPS; step += 1) {
      if (sameText(code, totpAt(secret, step)) && step > lastStep) found ??= step;
    }
  }
  return found;
}

/**
 * The times at which a code may be valid: an authenticator follows neither the exchange's time nor the machine's clock,
 * and while these differ, one of them is right. `aheadMs`: the machine's clock minus the exchange's time; 0: they
 * agree.
 */
export function codeTimes(nowMs: number, aheadMs: number): number[] {
  return aheadMs === 0 ? [nowMs] : [nowMs, nowMs + aheadMs];
}

/** URI from which an authenticator app makes an entry. */
export function otpauthOf(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
