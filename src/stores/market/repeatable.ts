// Whether the market is the same in every run, as tests start it: then the page says so.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { call } from '../../api/call.ts';

const known = signal(false);
export const isRepeatable: ReadonlySignal<boolean> = known;

/** Asks the exchange once. A back end that does not answer it has a market of its own: nothing is said. */
export async function askRepeatable(): Promise<void> {
  const { market } = await call('/common/prop', { keys: 'market' });
  known.value = typeof market === 'object' && market !== null && 'repeatable' in market && market.repeatable === 1;
}
