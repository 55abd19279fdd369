// When a snapshot is due: after ten thousand commands, at a part of the time that grows with what a start replays.
import { expect, it, onTestFinished, vi } from 'vitest';
import { MAX_COMMANDS, SnapshotSchedule } from '../../../../server/sequencer/journal/snapshot-schedule.ts';

it('a snapshot is due after ten thousand commands, unless it costs too much of the time', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const schedule = new SnapshotSchedule(0);
  schedule.timed(() => vi.advanceTimersByTime(100));
  schedule.seq = 1_000;
  const dueAt = (seq: number): boolean => schedule.isDue(seq);
  vi.advanceTimersByTime(4_999);
  expect([10_999, 11_000, 50_999, 51_000].map(dueAt)).toEqual([false, false, false, false]);
  // One part in fifty of the time, where a start would replay fifty thousand commands.
  vi.advanceTimersByTime(1);
  expect([10_999, 11_000, 50_999, 51_000].map(dueAt)).toEqual([false, false, false, true]);
  vi.advanceTimersByTime(15_000);
  expect([10_999, 11_000, 50_999, 51_000].map(dueAt)).toEqual([false, true, true, true]);
});

it('a snapshot is due at a bound of commands, whatever it costs: a start replays no more', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const schedule = new SnapshotSchedule(0);
  schedule.timed(() => vi.advanceTimersByTime(60_000));
  schedule.seq = 1_000;
  expect([1_000 + MAX_COMMANDS - 1, 1_000 + MAX_COMMANDS].map((seq) => schedule.isDue(seq))).toEqual([false, true]);
});
