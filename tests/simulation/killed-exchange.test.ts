// kill -9 of a whole exchange with its bots, clock and a user, some times on one folder (KILL_ROUNDS).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { build } from 'vite';
import { seeded } from '../support/data/seeded-random.ts';
import { ROOT } from '../support/data/shared-file.ts';
import { startRunning } from '../support/server/running-exchange.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 4);
const MAX_ROUNDS = 2 * ROUNDS;
const MAX_ROUND_MS = 40_000;
/** Of what the child does. */
const KINDS = 3;
const SEED = Date.now() % 1_000_000;

it(
  `L15 starts again with all that was answered, ${ROUNDS} times (seed ${SEED})`,
  { timeout: MAX_ROUND_MS * (MAX_ROUNDS + 2) },
  async () => {
    // Inside node_modules, so that the bundle resolves its external packages.
    const built = mkdtempSync(join(ROOT, 'node_modules', '.killed-exchange-'));
    const dataDir = mkdtempSync(join(tmpdir(), 'defi-killed-'));
    onTestFinished(() => {
      for (const folder of [built, dataDir]) rmSync(folder, { recursive: true, force: true });
    });
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: 'tests/simulation/killed-exchange-child.ts',
        target: 'node20',
        outDir: built,
        rollupOptions: { output: { entryFileNames: 'child.mjs' } },
      },
    });
    const random = seeded(SEED);
    const answered: { path: string; uid: number; clientNo: string }[] = [];
    const kinds = (): number => new Set(answered.map(({ path }) => path)).size;
    // A slow child may be killed each time before it has come to the last kind: then there are more rounds.
    for (let round = 0; round < ROUNDS || (kinds() < KINDS && round < MAX_ROUNDS); round += 1) {
      const afterMs = 200 + random() * 2_000;
      const child = spawn(process.execPath, [join(built, 'child.mjs'), dataDir, String(round)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        const wasReady = text.includes('done ');
        text += chunk;
        if (!wasReady && text.includes('done ')) setTimeout(() => child.kill('SIGKILL'), afterMs);
      });
      expect((await once(child, 'close'))[1], `round ${round}`).toBe('SIGKILL');
      for (const line of text.split('\n').slice(0, -1)) {
        const [kind, path = '', uid, clientNo = ''] = line.split(' ');
        if (kind === 'done') answered.push({ path, uid: Number(uid), clientNo });
      }
    }
    // A start audits the ledger, and compares the rows with the journal.
    const at = await startRunning({ DATA_DIR: dataDir });
    onTestFinished(at.stop);
    const { queries } = at.exchange.sequencer;
    const lost: string[] = [];
    for (const { path, uid, clientNo } of answered) {
      const found = path.startsWith('/coin/order')
        ? await queries.orderByClientNo(uid, clientNo)
        : path.startsWith('/coin/contract')
          ? await queries.contractByClientNo(uid, clientNo)
          : (await queries.isAccepted(uid, `seconds ${clientNo}`)) || null;
      if (found === null) lost.push(`${path} ${uid} ${clientNo}`);
    }
    expect(lost).toEqual([]);
    expect(kinds()).toBe(KINDS);
    console.log(`${ROUNDS} kills, ${answered.length} answered calls, none lost`);
  },
);
