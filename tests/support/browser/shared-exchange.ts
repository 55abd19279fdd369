// The exchange that all browser tests of a run share: started before the first, stopped after the last.
import { ExchangeProcess } from './exchange-process.ts';

/** Have its address and its process; test workers inherit them. */
const [ADDRESS, PROCESS] = ['SHARED_EXCHANGE_URL', 'SHARED_EXCHANGE_PID'];

/** No test kills, stops or changes it: others run on it at the same time. */
export interface SharedExchange {
  url: string;
  /** Lets it hang, or go on; only in a project with one worker, where no other test runs. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Starts it; returns the function that stops it. */
export async function startSharedExchange(): Promise<() => Promise<void>> {
  const exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  process.env[ADDRESS] = exchange.url;
  process.env[PROCESS] = String(exchange.pid);
  return () => exchange.stop();
}

/** It, in a test worker. */
export const sharedExchange = (): SharedExchange => ({
  get url() {
    const url = process.env[ADDRESS];
    if (url === undefined) throw new Error('no shared exchange runs: the tests have another configuration');
    return url;
  },
  signal: (name) => void process.kill(Number(process.env[PROCESS]), name),
});
