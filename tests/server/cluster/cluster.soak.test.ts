// 200 kills and 50 stale leaders in pieces: each is a cluster, is checked, and is added to one file and table.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../support/data/shared-file.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { startNats } from '../../support/server/nats.mjs';
import { startPostgres } from '../../support/server/postgres.mjs';
import { launcherForFile } from '../../support/server/server-process.ts';
import { ClusterUnderFire } from './cluster-under-fire.ts';
import { type Piece, type PieceKind, SoakRecord } from './soak-record.ts';

/** One line a piece; the next run goes on where the last one ended. Delete it to begin from nothing. */
const FILE = process.env['SOAK_FILE'] ?? join(ROOT, '.cache/cluster-soak.jsonl');
/** No further piece after this long. */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 600);
/** Blows in one piece. */
const BLOWS: Record<PieceKind, number> = {
  kills: Number(process.env['SOAK_KILLS'] ?? 20),
  stale: Number(process.env['SOAK_STALE'] ?? 5),
};
const FIRST_SEED = Number(process.env['SEED'] ?? 20261126);
const launch = launcherForFile();

it(
  'nothing answered is lost or doubled, and no old leader commits',
  async () => {
    const record = new SoakRecord(FILE);
    const endAt = performance.now() + MINUTES * 60_000;
    for (let isDone = false; !isDone;) {
      isDone = true;
      for (const kind of ['kills', 'stale'] as const) {
        const plan = record.next(kind, BLOWS[kind]);
        if (plan.length === 0 || performance.now() > endAt) continue;
        isDone = false;
        record.add(await pieceOf(kind, plan, FIRST_SEED + record.pieces.length));
        console.log(record.table());
      }
    }
    console.log(record.table());
    expect(record.pieces.flatMap(({ faults }) => faults)).toEqual([]);
  },
  (MINUTES + 60) * 60_000,
);

/** Starts a cluster, strikes its parts, and checks it. What goes wrong is a fault of the piece, with a log beside. */
async function pieceOf(kind: PieceKind, plan: ReturnType<SoakRecord['next']>, seed: number): Promise<Piece> {
  const [nats, postgres] = [await startNats(kind === 'kills' ? 3 : 1), await startPostgres()];
  if (!nats || !postgres) throw new Error('this needs nats-server and PostgreSQL');
  const settings = { natsUrl: nats.url, databaseUrl: postgres.url, dataDir: dataFolder(onTestFinished) };
  const isProxied = kind === 'stale';
  const cluster = new ClusterUnderFire(launch, { ...settings, isProxied }, nats, postgres, seeded(seed));
  const faults: string[] = [];
  const note = (error: unknown): void => {
    faults.push(error instanceof Error ? error.message : String(error));
  };
  try {
    await cluster.start(kind === 'kills' ? 3 : 1, kind === 'kills' ? 4 : 3);
    for (const victim of plan) await cluster.strike(victim);
    await cluster.stop();
    faults.push(...(await cluster.faults()));
  } catch (error) {
    note(error);
    await cluster.stop().catch(note);
  } finally {
    if (faults.length > 0) writeFileSync(`${FILE}.${kind}-${seed}.log`, cluster.lines(/./).join('\n'));
    await cluster.end();
    nats.remove();
    postgres.remove();
  }
  const { commands, reads } = cluster.users.counts();
  const { earlyMs } = cluster;
  return { kind, seed, silencesMs: cluster.silencesMs(), earlyMs, commands, reads, ...cluster.leaders(), faults };
}
