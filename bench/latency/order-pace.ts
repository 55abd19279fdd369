// Process of the latency bench with a whole exchange, whose users order at an even pace from a process of their own.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../server/store/postgres/postgres-store.ts';
import { openSqlite } from '../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../server/store/store.ts';
import { formed } from '../harness/quick.ts';
import type { Row } from '../harness/row.ts';
import { type Paced, benchServer, pacedRows } from './paced-rows.ts';
import { type Subject, exchangeOver } from './whole-exchange.ts';

/** A socket has a few calls in flight at most (1429): with this many one slow commit at 5 000 orders/s refuses none. */
const USERS = formed(100, 20);
const WAYS = [
  { way: 'socket', paces: [500, 5_000] },
  { way: 'http', paces: [500, 2_000] },
] as const;
/** At the highest pace, before anything is measured. */
const WARM_SECONDS = formed(2, 0.5);

async function run(callersFile: string, name: string, subject: Subject, bare: Store): Promise<Row[]> {
  const { url, tokens, settled } = subject;
  const callers: ChildProcess = fork(callersFile, [url], { execArgv: [] });
  const rows: Row[] = [];
  for (const { way, paces } of WAYS) {
    const drive = async (pace: number, seconds: number): Promise<Paced> => {
      const answer = once(callers, 'message') as Promise<[Paced]>;
      callers.send({ way, pace, seconds, tokens });
      return (await answer)[0];
    };
    await drive(Math.max(...paces), WARM_SECONDS);
    await settled();
    rows.push(...(await pacedRows(`${name}, ${way}`, paces, bare, drive)));
  }
  callers.disconnect();
  await subject.stop();
  await bare.close();
  return rows;
}

async function sqliteRows(callersFile: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'defi-bare-'));
  const rows = await run(callersFile, 'SQLite', await exchangeOver('', USERS), await openSqlite(folder));
  rmSync(folder, { recursive: true });
  return rows;
}

/** Without a server at hand there is nothing to measure. */
async function postgresRows(callersFile: string): Promise<Row[]> {
  const server = await benchServer();
  if (!server) return [];
  const bare = await openPostgres(server.bareUrl);
  const rows = await run(callersFile, 'PostgreSQL', await exchangeOver(server.url, USERS), bare);
  server.remove();
  return rows;
}

const [part = '', callersFile = ''] = process.argv.slice(2);
process.send!(await (part === 'pace-sqlite' ? sqliteRows(callersFile) : postgresRows(callersFile)), () => {
  process.exit(0);
});
