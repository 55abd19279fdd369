// What a person's mail would bring: the code of a scene, in demo mode.
import type { Running } from '../../gateway/running-exchange.ts';

/** Asks for a code to one's own mail and reads it. */
export async function ownCode(at: Pick<Running, 'call'>, token: string, scene: string): Promise<string> {
  return (await at.call('/user/code/send', { scene }, token)).data.demoCode;
}

/** Another code of six digits. */
export function notThe(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
