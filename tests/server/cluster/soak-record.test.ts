// The record of the cluster's soak: it goes on where it ended, and strikes again what did not hold.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder } from '../../support/server/data-folder.ts';
import { GOALS, type Piece, SoakRecord } from './soak-record.ts';

const PIECE: Piece = { kind: 'kills', seed: 1, silencesMs: {}, commands: 10, reads: 5, warm: 1, cold: 0, faults: [] };

it('pieces fill the goals whatever their length, and a run goes on where the last one ended', () => {
  const file = join(dataFolder(), 'soak.jsonl');
  for (const kind of ['kills', 'stale'] as const)
    for (let length = 1; ; length += 3) {
      const record = new SoakRecord(file);
      const plan = record.next(kind, length);
      if (plan.length === 0) break;
      const silencesMs: Piece['silencesMs'] = {};
      for (const victim of plan) silencesMs[victim] = [...(silencesMs[victim] ?? []), 100];
      record.add({ ...PIECE, kind, silencesMs });
    }
  const table = new SoakRecord(file).table();
  for (const [victim, goal] of Object.entries(GOALS))
    expect(table).toContain(`| ${victim} | ${goal} of ${goal} | 100 | 100 | 100 |`);
  expect(table).toContain('0 faults');
});

it('of twenty blows eight hit the leader, six a gateway, three NATS and three PostgreSQL', () => {
  const plan = new SoakRecord(join(dataFolder(), 'soak.jsonl')).next('kills', 20);
  const counts = new Map<string, number>();
  for (const victim of plan) counts.set(victim, (counts.get(victim) ?? 0) + 1);
  expect([...counts]).toEqual(
    expect.arrayContaining([
      ['engine', 8],
      ['gateway', 6],
      ['nats', 3],
      ['postgres', 3],
    ]),
  );
});

it('blows before a standby followed are named apart', () => {
  const record = new SoakRecord(join(dataFolder(), 'soak.jsonl'));
  record.add({ ...PIECE, silencesMs: { stopped: [1_200, 5_900] }, earlyMs: [5_900] });
  record.add({ ...PIECE, silencesMs: { cutOff: [3_500, 1_300] }, earlyMs: [3_500] });
  expect(record.table()).toContain('in 2 a leader fell before a standby followed: 3500, 5900 ms');
});

it('a piece with a fault is in the table, and its blows are struck again', () => {
  const record = new SoakRecord(join(dataFolder(), 'soak.jsonl'));
  record.add({ ...PIECE, silencesMs: { engine: [100] }, faults: ['u1-2: none instead of 7 current'] });
  expect(record.table()).toContain('| engine | 0 of 80 |');
  expect(record.table()).toContain('kills 1: u1-2: none instead of 7 current');
  expect(record.next('kills', 1000)).toHaveLength(200);
});
