// Trades of a tape: the side that they name, and the minute that they count in.
import { expect, it } from 'vitest';
import { playHeadless } from '../../../bench/replay/headless.ts';
import { openRecording } from '../../../workers/replay/recording.ts';
import { type ReplaySummary, summaryOf } from '../../../workers/replay/replay-summary.ts';
import { type Message, madeTape, textOf } from '../../support/data/generated-tape.ts';

const tape = madeTape('bitmex', 'perpetual', 0, 20_261_129);
const minuteMs = 1_700_000_040_000;
const trade = (id: number, T: number, p: string, side: unknown): Message => ({
  t: tape.messages[0]!.t + id,
  k: 'tr',
  T,
  id,
  p,
  q: '1.000',
  side,
});

async function played(trades: readonly Message[]): Promise<ReplaySummary> {
  const recording = await openRecording(new Blob([textOf({ ...tape, messages: [...tape.messages, ...trades] })]));
  return summaryOf(recording, await playHeadless(recording));
}

it('trades that come late count in the minute of their time', async () => {
  const summary = await played([
    trade(1, minuteMs + 1_000, '60000.0', 'buy'),
    trade(2, minuteMs + 121_000, '60010.0', 'buy'),
    trade(3, minuteMs + 59_000, '59990.0', 'sell'),
    trade(4, minuteMs + 60_000, '59980.0', 'sell'),
  ]);
  expect(summary.markets[0]!.candles[0]!.rows).toEqual([
    [minuteMs, 60_000, 60_000, 59_990, 59_990, 2],
    [minuteMs + 60_000, 59_980, 59_980, 59_980, 59_980, 1],
    [minuteMs + 120_000, 60_010, 60_010, 60_010, 60_010, 1],
  ]);
});

it('trades have the side that the venue names in letters of its own', async () => {
  const sides = ['Buy', 'Sell', 'SELL', 'b', 's', 'buy'];
  const summary = await played(sides.map((side, at) => trade(at + 1, minuteMs + at, '60000.0', side)));
  expect(summary.problems).toEqual([]);
  expect(summary.markets[0]!.trades).toMatchObject({ count: sides.length });
});

it.each(['both', 7, ''])('trades of an unknown side (%j) are reported', async (side) => {
  expect((await played([trade(1, minuteMs, '60000.0', side)])).problems).toMatchObject([{ kind: 'bent', line: 3 }]);
});
