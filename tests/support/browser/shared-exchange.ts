// The exchange that all browser tests of a run share: started before the first, stopped after the last.
import { ExchangeProcess } from './exchange-process.ts';

/** Has its address; test workers inherit it. */
const ADDRESS = 'SHARED_EXCHANGE_URL';

/** No test kills, stops or changes it: others run on it at the same time. */
export interface SharedExchange {
  url: string;
}

/** Starts it; returns the function that stops it. */
export async function startSharedExchange(): Promise<() => Promise<void>> {
  const exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  process.env[ADDRESS] = exchange.url;
  return () => exchange.stop();
}

/** It, in a test worker. */
export const sharedExchange = (): SharedExchange => ({
  get url() {
    const url = process.env[ADDRESS];
    if (url === undefined) throw new Error('no shared exchange runs: the tests have another configuration');
    return url;
  },
});
