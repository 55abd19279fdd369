// A tape of each venue ends with the expected book; faults are reported with their line.
import { describe, expect, it } from 'vitest';
import { playHeadless } from '../../../bench/replay/headless.ts';
import { plainDecimal } from '../../../core/venue/venue-decimal.ts';
import { RecordingError, openRecording } from '../../../workers/replay/recording.ts';
import { type ReplaySummary, summaryOf } from '../../../workers/replay/replay-summary.ts';
import { type MadeTape, type Message, type Row, madeTape, textOf } from '../../support/data/generated-tape.ts';

const SEED = 20_261_123;
const COUNT = 60;
const VENUES = [
  ['binance', 'spot'],
  ['binance', 'usd-m'],
  ['bybit', 'linear'],
  ['coinbase', 'spot'],
  ['ftx', 'spot'],
  ['bitmex', 'perpetual'],
  ['kraken', 'spot'],
  ['okx', 'spot'],
] as const;

async function play(text: string): Promise<ReplaySummary> {
  const recording = await openRecording(new Blob([text]));
  return summaryOf(recording, await playHeadless(recording));
}

const trimmed = ([price, amount]: Row): Row =>
  [price, amount].map((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)) as Row;
const bookOf = (summary: ReplaySummary) => summary.markets[0]!.books[0];

function expectWhole(summary: ReplaySummary, { bids, asks }: Pick<MadeTape, 'bids' | 'asks'>): void {
  expect(summary.problems).toEqual([]);
  expect(bookOf(summary)).toMatchObject({
    live: true,
    bestBid: trimmed(bids[0]!),
    bestAsk: trimmed(asks[0]!),
    bidLevels: bids.length,
    askLevels: asks.length,
  });
}

/** The tape with changed messages and a matching header. */
function changed(tape: MadeTape, edit: (messages: Message[]) => Message[]): MadeTape {
  const messages = edit(tape.messages.map((message) => ({ ...message })));
  return { ...tape, messages, header: { ...tape.header, events: messages.length } };
}

describe.each(VENUES)(`%s %s, seed ${SEED}`, (venue, market) => {
  const tape = madeTape(venue, market, COUNT, SEED);

  it('ends with the expected book, with or without a snapshot in the middle', async () => {
    expectWhole(await play(textOf(tape)), tape);
    expectWhole(await play(textOf({ ...tape, messages: [...tape.messages, tape.whole] })), tape);
    expectWhole(await play(textOf({ ...tape, messages: [...tape.messages, ...tape.messages] })), tape);
  });

  it('has no book without a snapshot', async () => {
    const summary = await play(textOf(changed(tape, (messages) => messages.slice(1))));
    expect(bookOf(summary)?.live).toBe(false);
    expect(summary.problems.map(({ kind }) => kind)).toEqual(['no-snapshot']);
  });

  it('truncated or malformed: the line is reported, and nothing is live', async () => {
    const text = textOf(tape);
    const lines = text.split('\n');
    const cut = await play(text.slice(0, text.length - 20));
    expect(cut.problems.at(-1)).toMatchObject({ kind: 'cut', line: COUNT + 2 });
    const between = await play(`${lines.slice(0, 20).join('\n')}\n`);
    expect(between.problems.at(-1)).toMatchObject({ kind: 'cut', line: 20 });
    const bent = await play(lines.map((line, i) => (i === 29 ? line.replace('"b":', '"b:') : line)).join('\n'));
    expect(bent.problems.at(-1)).toMatchObject({ kind: 'bent', line: 30 });
    expect([cut, between, bent].map((summary) => [summary.cut, bookOf(summary)?.live])).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  it('with an impossible price, amount, number or kind is reported', async () => {
    const bends: ((message: Message) => void)[] = [
      (message) => {
        message.b![0]![0] = '1e308';
      },
      (message) => {
        message.a![0]![1] = '-3';
      },
      (message) => {
        message.a = null as unknown as Row[];
      },
      (message) => {
        message.b = [['60000.0', 5 as unknown as string]];
      },
      (message) => {
        message.k = 'dd';
      },
      (message) => {
        message.t = null as unknown as number;
      },
      (message) => {
        message.t = 1e308;
      },
      (message) => {
        message['E'] = 1e308;
      },
      (message) => {
        message['s'] = 'ETHUSD';
      },
      (message) => {
        message.t = 4_000_000_000_000_000;
      },
    ];
    for (const [at, bend] of bends.entries()) {
      const summary = await play(
        textOf(
          changed(tape, (messages) => {
            messages[10] = JSON.parse(JSON.stringify(messages[10])) as Message;
            bend(messages[10]);
            return messages;
          }),
        ),
      );
      expect([at, summary.problems.at(-1)?.kind, summary.problems.at(-1)?.line, bookOf(summary)?.live]).toEqual([
        at,
        'bent',
        12,
        false,
      ]);
    }
  });

  it('that ends crossed is not live', async () => {
    const summary = await play(
      textOf(
        changed(tape, (messages) =>
          messages.map((message, i) => {
            if (i !== COUNT) return message;
            const { c: _, ...rest } = message;
            return { ...rest, b: [['70000.0', '1.000']] } as Message;
          }),
        ),
      ),
    );
    expect(summary.problems.map(({ kind }) => kind)).toEqual(['crossed']);
    expect(bookOf(summary)?.live).toBe(false);
  });
});

/** Venues whose rules detect a missing message at once. */
describe.each(VENUES.filter(([venue]) => venue !== 'coinbase' && venue !== 'bitmex'))(
  `a message lost on %s %s, seed ${SEED}`,
  (venue, market) => {
    const tape = madeTape(venue, market, COUNT, SEED);

    it('loses the book until the next snapshot, and reports the line', async () => {
      // A message that changed the best levels: Kraken's checksum covers ten of them.
      const gone = tape.messages.findIndex(({ b }, i) => i > 20 && b!.some(([price]) => Number(price) > 59_997));
      const holed = (messages: Message[]): Message[] => messages.filter((_, i) => i !== gone);
      const lost = await play(textOf(changed(tape, holed)));
      expect(lost.problems[0]).toMatchObject({
        kind: expect.stringMatching(/^(gap|checksum)$/),
        line: gone + 2,
        symbol: 'BTCUSD',
      });
      expect(bookOf(lost)).toMatchObject({ live: false });
      const healed = await play(textOf({ ...tape, messages: [...holed(tape.messages), tape.whole] }));
      expect(healed.problems).toHaveLength(1);
      expectWhole({ ...healed, problems: [] }, tape);
    });

    it('repeated changes nothing', async () => {
      expectWhole(
        await play(
          textOf(
            changed(tape, (messages) => messages.flatMap((message, i) => (i === 20 ? [message, message] : [message]))),
          ),
        ),
        tape,
      );
    });
  },
);

describe('joining', () => {
  it.each(['usd-m', 'coin-m'])(
    "a first change whose last id is the snapshot's belongs to the book (%s)",
    async (market) => {
      const tape = madeTape('binance', market, COUNT, SEED);
      const [snapshot, , ...rest] = tape.messages;
      const early = {
        t: snapshot!.t,
        k: 'd',
        U: 4_990,
        u: 5_000,
        pu: 4_980,
        b: [['59999.5', '7.000']],
        a: [],
      } as Message;
      const changedRow = rest.some(({ b }) => b!.some(([price]) => price === '59999.5'));
      const messages = [snapshot!, early, ...tape.messages.slice(1)];
      const summary = await play(textOf({ ...tape, messages }));
      expect(summary.problems).toEqual([]);
      expect(bookOf(summary)).toMatchObject({
        live: true,
        askLevels: tape.asks.length,
        bestAsk: trimmed(tape.asks[0]!),
      });
      if (changedRow) expectWhole(summary, tape);
    },
  );

  it('changes from before the snapshot join it, or are a gap that their line shows', async () => {
    const tape = madeTape('binance', 'spot', COUNT, SEED);
    const [snapshot, ...deltas] = tape.messages;
    const old = { ...deltas[0]!, U: 4_900, u: 4_999 };
    expectWhole(
      await play(textOf({ ...tape, messages: [old, ...deltas.slice(0, 3), snapshot!, ...deltas.slice(3)] })),
      tape,
    );
    const summary = await play(textOf({ ...tape, messages: [deltas[1]!, snapshot!, ...deltas.slice(2)] }));
    expect(summary.problems[0]).toMatchObject({ kind: 'gap', line: 3 });
    expect(bookOf(summary)?.live).toBe(false);
  });

  it.each(['spot', 'usd-m'])('a snapshot that is older than its book changes nothing (%s)', async (market) => {
    const tape = madeTape('binance', market, COUNT, SEED);
    const [snapshot, ...deltas] = tape.messages;
    expectWhole(
      await play(
        textOf({
          ...tape,
          messages: [snapshot!, ...deltas.slice(0, 30), { ...snapshot!, t: deltas[30]!.t }, ...deltas.slice(30)],
        }),
      ),
      tape,
    );
  });

  it.each(['spot', 'usd-m'])('changes after a gap go on from a late snapshot of before them (%s)', async (market) => {
    const tape = madeTape('binance', market, COUNT, SEED);
    const { whole } = madeTape('binance', market, 20, SEED);
    const holed = tape.messages.filter((_, i) => i !== 20);
    const messages = [...holed.slice(0, 25), { ...whole, t: holed[24]!.t }, ...holed.slice(25)];
    const summary = await play(textOf({ ...tape, messages }));
    expect(summary.problems.map(({ kind, line }) => `${kind} ${line}`)).toEqual(['gap 22']);
    expectWhole({ ...summary, problems: [] }, tape);
  });

  it("Bybit's id of 1 is a whole book", async () => {
    const tape = madeTape('bybit', 'linear', COUNT, SEED);
    const [snapshot] = tape.messages;
    const whole = { t: tape.messages.at(-1)!.t, k: 'd', u: 1, seq: 3, b: snapshot!.b!, a: snapshot!.a! };
    expectWhole(await play(textOf({ ...tape, messages: [...tape.messages, whole] })), {
      bids: snapshot!.b!,
      asks: snapshot!.a!,
    });
    // Also after the book was lost, and with a snapshot without an id.
    expectWhole(
      {
        ...(await play(textOf({ ...tape, messages: [...tape.messages.filter((_, i) => i !== 9), whole] }))),
        problems: [],
      },
      { bids: snapshot!.b!, asks: snapshot!.a! },
    );
    const { u: _, ...nameless } = snapshot!;
    expectWhole(await play(textOf({ ...tape, messages: [nameless as Message, ...tape.messages.slice(1)] })), tape);
  });

  it('refuses a venue with unknown rules, and names the known ones', async () => {
    for (const venue of ['bitfinex', 7, undefined]) {
      const refused = openRecording(
        new Blob([
          textOf({ ...madeTape('okx', 'spot', 3, SEED), header: { fmt: 'l2tape/1', venue, market: 'spot', sym: 'A' } }),
        ]),
      );
      await expect(refused).rejects.toMatchObject({
        refusal: 'venue',
        message: expect.stringMatching(/line 1: .*binance, kraken, okx, bybit, coinbase, ftx, bitmex/),
      });
      await expect(refused).rejects.toBeInstanceOf(RecordingError);
    }
  });
});

describe('times', () => {
  const tape = madeTape('coinbase', 'spot', 5, SEED);
  const at = (T: unknown): Message => ({
    t: tape.messages.at(-1)!.t,
    k: 'tr',
    T,
    id: 7,
    p: '60000.0',
    q: '1.000',
    side: 'buy',
  });
  const ms = 1_700_000_000_050;

  it.each([
    ['ms', ms],
    ['seconds', ms / 1000],
    ['microseconds', ms * 1000],
    ['a text of ms', String(ms)],
    ['UTC', '2023-11-14T22:13:20.050Z'],
    ['a foreign zone', '2023-11-15T07:13:20.050+09:00'],
    ['no zone', '2023-11-14T22:13:20.050'],
  ])('of a trade in %s are the same moment in every time zone', async (_, T) => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Kolkata';
    const summary = await play(textOf({ ...tape, messages: [...tape.messages, at(T)] }));
    process.env['TZ'] = zone;
    if (zone === undefined) delete process.env['TZ'];
    expect(summary.problems).toEqual([]);
    expect(summary.markets[0]!.candles[0]!.rows.map(([time]) => time)).toEqual([Math.floor(ms / 60_000) * 60_000]);
  });

  it.each([null, NaN, 'soon', '', 1e308, -5, [], '2023-13-45T99:99:99Z', '9999-01-01T00:00:00Z'])(
    'that are impossible (%s) are reported',
    async (T) => {
      expect((await play(textOf({ ...tape, messages: [...tape.messages, at(T)] }))).problems.at(-1)).toMatchObject({
        kind: 'bent',
        line: 8,
      });
    },
  );

  it('a side that did not change may be left out', async () => {
    const { a: _, ...half } = { ...tape.messages.at(-1)!, t: tape.messages.at(-1)!.t + 1 };
    expectWhole(await play(textOf({ ...tape, messages: [...tape.messages, half as Message] })), tape);
  });
});

describe('amounts', () => {
  it('beyond 2^53 lots lose no book, nor do finer ones beside them', async () => {
    const tape = madeTape('binance', 'spot', 0, SEED);
    const huge: Row = ['59000.0', '90071992547409.93'];
    const fine: Row = ['58999.0', '0.00000001'];
    const summary = await play(
      textOf({ ...tape, messages: [{ ...tape.messages[0]!, b: [...tape.bids, huge, fine] }] }),
    );
    expect(summary.problems).toEqual([]);
    expect(bookOf(summary)).toMatchObject({ live: true, bidLevels: tape.bids.length + 2 });
    const most = await play(
      textOf({ ...tape, messages: [{ ...tape.messages[0]!, b: [huge, ['58000.0', '999999999999999999']] }] }),
    );
    expect(bookOf(most)).toMatchObject({ live: true, bidLevels: 2 });
    // Trades with such amounts lose no candle either.
    const trade = (id: number): Message => ({
      t: tape.messages[0]!.t + id,
      k: 'tr',
      T: tape.messages[0]!.t / 1000,
      id,
      p: '9000000.5',
      q: '999999999999999999',
      m: true,
    });
    const traded = await play(textOf({ ...tape, messages: [tape.messages[0]!, trade(1), trade(2)] }));
    expect(traded.markets[0]).toMatchObject({ trades: { count: 2 }, candles: [{ count: 1 }], books: [{ live: true }] });
  });

  it('with an exponent are parsed', () => {
    for (const [text, plain] of [
      ['9e-06', '0.000009'],
      ['1.5E-7', '0.00000015'],
      ['1e3', '1000'],
      ['1.25e1', '12.5'],
      ['0.50', '0.50'],
      ['7', '7'],
    ])
      expect(plainDecimal(text!), text).toBe(plain);
    for (const bad of ['', '.', '-1', '1e308', 'NaN', '1.2.3', '1,5', ' 1', '1e', 'Infinity', '9999999999999999999'])
      expect(plainDecimal(bad), bad).toBeNull();
  });
});
