// The JSON decoder equals JSON.parse; malformed messages are counted and never throw.
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, TICKER_FIELD, TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { printSteps } from '../../../core/units/units.ts';
import { JsonCursor } from '../../../workers/decode/json-cursor.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import { coin } from '../../support/feed/coin.ts';
import { FakeScreen, FakePlatform } from '../../support/feed/fake-platform.ts';
import { startedMarket } from '../../support/feed/started-market.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const market = instrumentOf(coin(2));
const decoder = new JsonDecoder();
decoder.setInstruments(new Map([[2, market]]));

/** JSON of an object with its fields in random order, with blanks and unknown fields. */
function shuffled(value: unknown, random: () => number): string {
  if (Array.isArray(value)) return `[${value.map((one) => shuffled(one, random)).join(random() < 0.2 ? ' ,\n' : ',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}:${random() < 0.1 ? ' ' : ''}${shuffled(one, random)}`,
  );
  if (random() < 0.3) entries.push('"later":{"x":[1,-2.5e3,null,true,"a\\"b"],"y":{}}');
  return `{${entries
    .map((entry) => [random(), entry] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, entry]) => entry)
    .join(',')}}`;
}

const head = (channel: string, kind: string, data: unknown): Record<string, unknown> => ({
  type: 'data',
  channel,
  coinInfoId: 2,
  kind,
  seq: 9,
  prevSeq: 8,
  ts: 1_700_000_000_001,
  pts: 1_700_000_000_002,
  data,
});

function level(random: () => number): [string, string] {
  return [
    printSteps(Math.floor(random() * 1e9), market.price),
    random() < 0.3 ? '0' : printSteps(Math.floor(random() * 1e13), market.amount),
  ];
}

describe('decode', () => {
  it('books, trades, tickers and candles with fields in any order', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const a = Array.from({ length: Math.floor(random() * 9) }, () => level(random));
      const b = Array.from({ length: Math.floor(random() * 9) }, () => level(random));
      const book = decoder.decode(
        shuffled({ ...head('books', 'delta', { a, b, cs: 4294967295 }), depth: 50, interval: 100 }, random),
      );
      if (book.kind !== 'book') throw new Error(`seed ${seed}: ${JSON.stringify(book)}`);
      expect(book).toMatchObject({
        coinInfoId: 2,
        depth: 50,
        interval: 100,
        snapshot: false,
        seq: 9,
        prevSeq: 8,
        cs: 4294967295,
      });
      for (const [rows, levels] of [
        [book.asks, a],
        [book.bids, b],
      ] as const) {
        const got = Array.from({ length: rows.count }, (_, i) => [rows.data[i * 2], rows.data[i * 2 + 1]]);
        expect(got, `seed ${seed}`).toEqual(
          levels.map(([price, lots]) => [Math.round(Number(price) * 100), Math.round(Number(lots) * 1000)]),
        );
      }
      const side = random() < 0.5 ? 'buy' : 'sell';
      const trades = decoder.decode(
        shuffled(head('trades', 'delta', [{ id: 7, price: '61837.60', amount: '0.5', side, ts: 5 }]), random),
      );
      if (trades.kind !== 'trades') throw new Error(`seed ${seed}`);
      expect([...trades.rows.data.subarray(0, TRADE_FIELD.size)]).toEqual([7, 6183760, 500, side === 'buy' ? 1 : 2, 5]);
      const ticker = {
        coinInfoId: 2,
        last: '1.5',
        bid1: '',
        ask1: null,
        vol24h: '123.456',
        spark: ['1'],
        change24h: '-0.01',
        ts: 3,
      };
      const { coinInfoId: _, ...listHead } = head('tickers', 'snapshot', [
        ticker,
        { coinInfoId: 99, last: '1' },
        ticker,
      ]);
      const tickers = decoder.decode(shuffled(listHead, random));
      if (tickers.kind !== 'tickers') throw new Error(`seed ${seed}: ${JSON.stringify(tickers)}`);
      expect(tickers.rows.count).toBe(2);
      const at = TICKER_FIELD.size;
      expect([...tickers.rows.data.subarray(at, 2 * at)]).toEqual([2, 150, NaN, NaN, NaN, 123.456, NaN, NaN, NaN, 3]);
      const candles = decoder.decode(
        shuffled(
          {
            ...head('candles', 'delta', [[60, '1.5', '2', '1', '-1.25', '0.123456789012345678', '9', 1]]),
            period: '1h',
          },
          random,
        ),
      );
      if (candles.kind !== 'candles') throw new Error(`seed ${seed}`);
      expect([...candles.rows.data.subarray(0, 6)]).toEqual([60_000, 1.5, 2, 1, -1.25, 0.12345678901234568]);
      expect(candles.period).toBe('1h');
    }
  });

  it('decimals are exact or refused', () => {
    const cursor = new JsonCursor();
    const read = (text: string, decimals: number, step: number): number => {
      cursor.reset(text);
      return cursor.steps(decimals, step);
    };
    expect(read('"61837.6"', 2, 1)).toBe(6183760);
    expect(read('"61837.600000"', 2, 1)).toBe(6183760);
    expect(read('"0.15"', 2, 5)).toBe(3);
    expect(read('"90071992.54740991"', 8, 1)).toBe(9007199254740991);
    for (const wrong of [
      '"61837.601"',
      '"-1"',
      '"1e3"',
      '""',
      '"."',
      '".5"',
      '"1.2.3"',
      '"90071992.54740992"',
      '"99999999999999999999999"',
      '1.5',
      '"1',
      'null',
    ]) {
      expect(read(wrong, wrong.length > 15 ? 8 : 2, 1), wrong).toBeNaN();
    }
    expect(read('"0.16"', 2, 5)).toBeNaN();
    cursor.reset(`"${'9'.repeat(400)}"`);
    expect([cursor.decimal(), cursor.failed]).toEqual([NaN, true]);
    const random = seeded(11);
    for (let i = 0; i < 5_000; i++) {
      const text = (random() * 10 ** Math.floor(random() * 12)).toFixed(Math.floor(random() * 12));
      cursor.reset(`"${text}"`);
      expect(cursor.decimal()).toBe(Number(text));
    }
  });

  it('control messages are validated, unknown types ignored', () => {
    expect(decoder.decode('{"type":"pong","t":5,"ts":6}')).toEqual({
      kind: 'control',
      message: { type: 'pong', t: 5, ts: 6 },
    });
    expect(decoder.decode('{"type":"pong","ts":"6"}').kind).toBe('bad');
    expect(decoder.decode('{"type":"novelty"}').kind).toBe('ignored');
    expect(decoder.decode(JSON.stringify(head('novelty', 'delta', {}))).kind).toBe('ignored');
    expect(decoder.decode(JSON.stringify({ ...head('trades', 'delta', []), coinInfoId: 77 })).kind).toBe('ignored');
    expect(decoder.decode(JSON.stringify(head('orders', 'delta', { area: 'spot', order: { id: 1 } }))).kind).toBe(
      'bad',
    );
    expect(decoder.decode(JSON.stringify(head('orders', 'delta', { area: 'option', order: {} }))).kind).toBe('ignored');
  });

  it('slow channels and contract orders are passed on unchanged', () => {
    expect(decoder.decode(JSON.stringify(head('mark', 'delta', { mark: '5' })))).toEqual({
      kind: 'channel',
      channel: 'mark',
      coinInfoId: 2,
      snapshot: false,
      seq: 9,
      ts: 1_700_000_000_001,
      pts: 1_700_000_000_002,
      data: { mark: '5' },
    });
    expect(
      decoder.decode(JSON.stringify({ ...head('positions', 'delta', [{ id: 1 }]), coinInfoId: undefined })),
    ).toMatchObject({ kind: 'channel', coinInfoId: 0, data: [{ id: 1 }] });
    expect(
      decoder.decode(JSON.stringify(head('orders', 'delta', { area: 'contract', order: { id: 9 } }))),
    ).toMatchObject({ kind: 'order', area: 'contract', order: { id: 9 } });
    expect(decoder.decode(JSON.stringify({ type: 'data', channel: 'mark', coinInfoId: 2, kind: 'delta' })).kind).toBe(
      'bad',
    );
  });

  it('20 000 malformed messages give an event each and never throw', () => {
    const whole = [
      JSON.stringify({
        ...head('books', 'snapshot', {
          asks: [['1.00', '2.000']],
          bids: [
            ['0.50', '1'],
            ['0.4', '3'],
          ],
          cs: 5,
        }),
        depth: 0,
        interval: 0,
      }),
      JSON.stringify(head('trades', 'delta', [{ id: 7, price: '1.00', amount: '0.5', side: 'buy', ts: 5 }])),
      JSON.stringify(head('tickers', 'delta', [{ coinInfoId: 2, last: '1.00', vol24h: '5.5', ts: 5 }])),
      JSON.stringify({ ...head('candles', 'delta', [[60, '1', '2', '1', '1', '3', '4', 0]]), period: '1m' }),
      '{"type":"subscribed","reqId":1,"ok":["tickers"],"fail":[],"ts":1}',
    ];
    const scraps = [
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '\u0000',
      'null',
      '1e309',
      '-',
      'NaN',
      '"0"',
      '\ud800',
      '__proto__',
      '9'.repeat(30),
      '['.repeat(50),
    ];
    const random = seeded(5);
    const kinds: Record<string, number> = {};
    for (let i = 0; i < 20_000; i++) {
      let text = whole[Math.floor(random() * whole.length)]!;
      for (let edits = 1 + Math.floor(random() * 3); edits > 0; edits--) {
        const at = Math.floor(random() * text.length);
        const scrap = random() < 0.5 ? scraps[Math.floor(random() * scraps.length)]! : '';
        text =
          random() < 0.1 ? text.slice(0, at) : text.slice(0, at) + scrap + text.slice(at + Math.floor(random() * 4));
      }
      const { kind } = decoder.decode(text);
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    for (const text of ['', ' ', 'null', '[]', '{}', '5', '"x"', '{"type":"data"}', '['.repeat(100_000)])
      expect(decoder.decode(text).kind).toBe('bad');
    expect(kinds['bad']).toBeGreaterThan(10_000);
  });
});

it('malformed messages are counted, and a lost delta is repaired with one resync', async () => {
  const platform = new FakePlatform();
  const screen = new FakeScreen();
  const worker = await startedMarket(platform, screen);
  platform.socket.onOpen();
  await worker.open(1, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 5 });
  const message = (kind: string, seq: number, data: unknown): unknown => ({
    ...head('books', kind, data),
    depth: 50,
    interval: 100,
    seq,
    prevSeq: seq - 1,
  });
  const empty = { asks: [], bids: [], cs: 0 };
  platform.socket.receive(message('snapshot', 1, empty));
  await platform.pass(50);
  expect(screen.books.get(1)!.state).toBe(BOOK_STATE.live);
  platform.socket.receive(JSON.stringify(message('delta', 2, { a: [['1.001', '1']], b: [], cs: 0 })));
  platform.socket.receive('garbage');
  platform.socket.receive(message('delta', 3, { a: [], b: [], cs: 0 }));
  platform.socket.receive(message('delta', 4, { a: [], b: [], cs: 0 }));
  await platform.pass(1_100);
  expect(screen.books.get(1)!.state).toBe(BOOK_STATE.repairing);
  expect(screen.connection).toMatchObject({ malformed: 2, resyncs: 1 });
  expect(platform.socket.ofType('resync')).toEqual([
    { type: 'resync', channel: 'books', coinInfoId: 2, depth: 50, interval: 100 },
  ]);
  platform.socket.receive(message('snapshot', 4, empty));
  await platform.pass(50);
  expect(screen.books.get(1)!.state).toBe(BOOK_STATE.live);
});
