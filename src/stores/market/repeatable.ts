// Whether the market is a repeatable simulation, as started by tests; the page then shows a banner.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { call } from '../../api/call.ts';

const known = signal(false);
export const isRepeatable: ReadonlySignal<boolean> = known;

/** Fetches the flag. A back end without it has a real market: no banner. */
export async function loadRepeatable(): Promise<void> {
  const { market } = await call('/common/prop', { keys: 'market' });
  known.value = typeof market === 'object' && market !== null && 'repeatable' in market && market.repeatable === 1;
}
