// What a node retains for the owner that it may become: all that concerns users and may have no rows.
import { expect, it } from 'vitest';
import { RecentCommands } from '../../../../server/sequencer/projection/recent-commands.ts';
import type { AppliedCommand } from '../../../../server/sequencer/projector.ts';

const named = (seq: number): AppliedCommand => ({
  command: { kind: 'cancelAllSpot', uid: 100_000, clientNo: `n${seq}` } as AppliedCommand['command'],
  outcome: { seq, ts: seq, answer: { orders: [] }, events: [] },
});
const ofBots = (seq: number): AppliedCommand => ({
  command: { kind: 'cancelAllSpot', uid: 20 } as AppliedCommand['command'],
  outcome: { seq, ts: seq, answer: { orders: [] }, events: [] },
});
const numbers = (recent: RecentCommands, after: number): number[] | null =>
  recent.after(after)?.map(({ outcome }) => outcome.seq) ?? null;

it('has nothing before it began', () => {
  const recent = new RecentCommands();
  recent.written(7);
  expect(numbers(recent, 7)).toBeNull();
});

it('has what came after its beginning and has no rows, but what bots did among themselves', () => {
  const recent = new RecentCommands();
  recent.begin(10);
  for (const seq of [11, 13, 14]) recent.add(named(seq));
  recent.add(ofBots(15));
  expect([9, 10, 11, 12, 15].map((after) => numbers(recent, after))).toEqual([
    null,
    [11, 13, 14],
    [13, 14],
    [13, 14],
    [],
  ]);
  recent.written(5);
  expect(numbers(recent, 10)).toEqual([11, 13, 14]);
  recent.written(13);
  expect([12, 13, 20].map((after) => numbers(recent, after))).toEqual([null, [14], []]);
  recent.begin(30);
  expect([29, 30].map((after) => numbers(recent, after))).toEqual([null, []]);
});
