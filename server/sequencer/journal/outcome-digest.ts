// A digest of the outcomes of commands, which a replay compares with that of the first time.
import type { Outcome } from '../../exchange/outcome.ts';

/** Digest before the first outcome (FNV-1a). */
export const NO_OUTCOMES = 0x811c9dc5;
const PRIME = 0x01000193;

/** Adds an outcome: refusal or orders, every balance it left, every trade. Unsigned, 32 bits. */
export function digestOutcome(before: number, { answer, events }: Outcome): number {
  let digest = mix(before, events.length);
  if ('code' in answer) digest = mix(digest, answer.code);
  else for (const { id, status } of answer.orders) digest = mix(mix(digest, id), status);
  for (const event of events) {
    if (event.kind === 'posting') {
      const { uid, coinId, available, frozen } = event.posting;
      digest = mix(mix(mix(mix(digest, uid), coinId), Number(available)), Number(frozen));
    } else if (event.kind === 'trade') digest = mix(mix(digest, event.id), event.priceTicks);
  }
  return digest;
}

function mix(digest: number, value: number): number {
  return Math.imul(digest ^ value, PRIME) >>> 0;
}
