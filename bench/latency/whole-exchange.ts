// A whole exchange with signed-in users, for callers in a process of their own.
import { WITH_ARCHIVE, startRunning } from '../../tests/support/server/running-exchange.ts';

/** Built beside this file. */
const ROWS_THREAD = new URL('./rows-thread.mjs', import.meta.url);

/** What is measured. */
export interface Subject {
  url: string;
  tokens: string[];
  /** Resolves when the rows of all orders are written. */
  settled(): Promise<unknown>;
  stop(): Promise<void>;
}

/** As users run it, with the archive; `ARCHIVE_DAYS=0` shows what that costs. */
export async function exchangeOver(databaseUrl: string, users: number): Promise<Subject> {
  const { ARCHIVE_DAYS = WITH_ARCHIVE.ARCHIVE_DAYS } = process.env;
  const env = { ARCHIVE_DAYS, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const running = await startRunning(env, { rowsThread: ROWS_THREAD });
  const tokens: string[] = [];
  for (let at = 0; at < users; at += 1) tokens.push((await running.user(`orders${at}@example.com`)).token);
  return {
    url: running.exchange.address.url,
    tokens,
    // A list of history waits for the rows of its user, and rows are written in order.
    settled: async () => {
      for (const token of tokens) {
        const { code } = await running.call('/coin/order/list', { state: 'history' }, token);
        if (code !== 0) throw new Error(`a list was refused with ${code}`);
      }
    },
    stop: () => running.stop(),
  };
}
