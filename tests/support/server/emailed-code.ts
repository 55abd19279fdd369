// Mail codes of a user in demo mode.
import type { Running } from './running-exchange.ts';

/** Requests a code to the user's own mail and returns it. */
export async function ownCode(at: Pick<Running, 'call'>, token: string, scene: string): Promise<string> {
  return (await at.call('/user/code/send', { scene }, token)).data.demoCode;
}

/** Another code of six digits. */
export function notThe(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
