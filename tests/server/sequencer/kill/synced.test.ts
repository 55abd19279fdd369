// What is answered is on disk: strace shows syncs and answers of both stores (SYNCED_COMMANDS); a store that would not
// sync is not opened.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { checkDurable } from '../../../../server/sequencer/durability-check.ts';
import type { Store } from '../../../../server/store/store.ts';
import { ROOT } from '../../../support/data/shared-file.ts';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';

const COMMANDS = Number(process.env['SYNCED_COMMANDS'] ?? 100);

const server = postgresForFile();
let built = '';
let traces = '';
beforeAll(async () => {
  traces = mkdtempSync(join(tmpdir(), 'defi-synced-'));
  built = mkdtempSync(join(ROOT, 'node_modules', '.synced-child-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'tests/server/sequencer/kill/synced-child.ts',
      outDir: built,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
});
afterAll(() => {
  for (const folder of [built, traces]) rmSync(folder, { recursive: true, force: true });
});

/** Whether this user may trace other processes. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** A system call; times in s of one clock. */
interface Seen {
  call: string;
  text: string;
  fromS: number;
  toS: number;
}

/** Parses lines of `strace -f -ttt -T`; joins calls that another process's line has split. */
function seenIn(file: string): Seen[] {
  const begun = new Map<string, { fromS: number; text: string }>();
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, pid = '', at = '', rest = ''] = /^(?:\[pid\s+)?(\d+)\]?\s+(\d+\.\d+) (.*)$/.exec(line) ?? [];
      if (rest.endsWith('<unfinished ...>')) {
        begun.set(pid, { fromS: Number(at), text: rest });
        return [];
      }
      const [, lasted] = /<(\d+\.\d+)>$/.exec(rest) ?? [];
      if (lasted === undefined) return [];
      const first = rest.startsWith('<... ') ? begun.get(pid) : undefined;
      const text = (first?.text ?? '') + rest;
      const [, call = ''] = /^(\w+)\(/.exec(text) ?? [];
      const fromS = first?.fromS ?? Number(at);
      return / = -1 /.test(rest) ? [] : [{ call, text, fromS, toS: fromS + Number(lasted) }];
    });
}

const TRACED = ['-f', '-ttt', '-T', '-e', 'trace=fsync,fdatasync,write'];

/** Attaches to processes and those they start. Returns a function that detaches. */
async function attach(pids: readonly number[], file: string): Promise<() => Promise<void>> {
  const tracer = spawn('strace', [...TRACED, '-o', file, ...pids.flatMap((pid) => ['-p', String(pid)])], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // strace prints this on stderr for each process it is attached to.
  let output = '';
  for await (const bytes of tracer.stderr!.iterator({ destroyOnReturn: false })) {
    output += String(bytes);
    if (pids.every((pid) => output.includes(`Process ${pid} attached`))) break;
  }
  tracer.stderr!.resume();
  return async () => {
    tracer.kill('SIGINT');
    await once(tracer, 'close');
  };
}

/** Runs the child. Returns its calls, and those of the server's processes. */
async function traced(where: string, serverPids: readonly number[]): Promise<Seen[]> {
  const [own, others] = [join(traces, 'own'), join(traces, 'server')];
  const detach = serverPids.length > 0 ? await attach(serverPids, others) : null;
  const child = spawn(
    'strace',
    [...TRACED, '-o', own, process.execPath, join(built, 'child.mjs'), where, String(COMMANDS)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  child.stdout!.resume();
  expect((await once(child, 'close'))[0]).toBe(0);
  await detach?.();
  return [...seenIn(own), ...(detach ? seenIn(others) : [])].sort((a, b) => a.toS - b.toS);
}

/**
 * The server and its child processes: each may sync the log before the process that waits for it, the log writer every
 * 200 ms.
 */
async function pidsOf(url: string): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const {
    rows: [server],
  } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type IN ('walwriter', 'checkpointer', 'background writer')",
  );
  await client.end();
  return [
    Number(readFileSync(join(server!.folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
    ...rows.map(({ pid }) => pid),
  ];
}

describe.each(STORE_KINDS)('an answer (%s)', (kind) => {
  it(
    `comes after its sync: ${COMMANDS} commands one after another, traced in the kernel`,
    { timeout: 180_000 + 500 * COMMANDS },
    async ({ skip }) => {
      if (!canTrace) skip('no strace at hand, or it may not look');
      const database = await databaseOf(kind, server, skip);
      const calls = await traced(database.where, kind === 'PostgreSQL' ? await pidsOf(server()!) : []);
      const answers = calls.filter(({ call, text }) => call === 'write' && text.includes('"answered '));
      const syncs = calls.filter(({ call }) => call === 'fsync' || call === 'fdatasync');
      expect(answers).toHaveLength(COMMANDS);
      // Between two answers a sync has ended that began after the first of them, when this command was not written yet.
      const alone = answers.filter(
        (answer, at) => !syncs.some(({ fromS, toS }) => fromS >= (answers[at - 1]?.toS ?? 0) && toS <= answer.fromS),
      );
      const between =
        syncs.filter(({ fromS, toS }) => toS <= answers.at(-1)!.fromS && fromS >= answers[0]!.toS).length + 1;
      console.log(`${kind}: ${COMMANDS} answers, ${between} syncs before them`);
      expect(alone).toEqual([]);
      expect(between).toBeGreaterThanOrEqual(COMMANDS);
    },
  );

  it('is given by a store that was checked for syncing', async ({ skip }) => {
    const store = await (await databaseOf(kind, server, skip)).open();
    await checkDurable(store);
    await store.close();
  });
});

describe('a store that does not wait for the disk', () => {
  const fake = (
    kind: Store['kind'],
    settings: Record<string, string | number>,
  ): Pick<Store, 'kind' | 'transaction'> => ({
    kind,
    transaction: (work) =>
      work({ first: async (ask: string) => ({ value: settings[ask.replace(/^\w+ /, '')] }) } as never),
  });
  const sound = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

  it('is refused with a sentence that names the setting', async () => {
    await checkDurable(fake('postgres', sound));
    for (const value of ['local', 'remote_write', 'remote_apply'])
      await checkDurable(fake('postgres', { ...sound, synchronous_commit: value }));
    await expect(checkDurable(fake('postgres', { ...sound, fsync: 'off' }))).rejects.toThrow(/fsync is off/);
    await expect(checkDurable(fake('postgres', { ...sound, synchronous_commit: 'off' }))).rejects.toThrow(
      /synchronous_commit is off/,
    );
    await expect(checkDurable(fake('postgres', { ...sound, full_page_writes: 'off' }))).rejects.toThrow(
      /full_page_writes is off/,
    );
    await checkDurable(fake('sqlite', { journal_mode: 'wal', synchronous: 2 }));
    await expect(checkDurable(fake('sqlite', { journal_mode: 'delete', synchronous: 1 }))).rejects.toThrow(
      /journal_mode is delete .*synchronous is 1/,
    );
    await expect(checkDurable(fake('sqlite', {}))).rejects.toThrow(/unknown/);
  });
});
