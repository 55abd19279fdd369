// MessagePack decodes to the same columns as JSON; corrupt frames are refused.
import fc from 'fast-check';
import { unpack } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { ownBytes, packedOf } from '../../../bench/harness/msgpack-frames.ts';
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { INTERVALS } from '../../../core/units/time.ts';
import { printSteps } from '../../../core/units/units.ts';
import { MSGPACK_CODE, frameSum } from '../../../core/feed/feed-msgpack.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import type { MarketEvent } from '../../../workers/decode/decoded-event.ts';
import { MsgpackDecoder } from '../../../workers/decode/msgpack-decoder.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { coin } from '../../support/feed/coin.ts';
import { seeded } from '../../support/data/seeded-random.ts';

/** Three grids: a common one, one without decimals, and steps of five in the eighth decimal. */
const markets = new Map<number, Instrument>(
  [
    coin(2),
    { ...coin(3), priceTick: '1', amountStep: '1' },
    { ...coin(4), priceTick: '0.00000005', amountStep: '0.5' },
  ].map((info) => [info.id, instrumentOf(info)]),
);
const json = new JsonDecoder();
const packed = new MsgpackDecoder();
json.setInstruments(markets);
packed.setInstruments(markets);

/** An event with its rows as lists; -0 becomes 0. */
function plain(event: MarketEvent): unknown {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      value instanceof Rows
        ? [...value.data.subarray(0, value.count * value.width)].map((number) => number + 0)
        : value,
    ]),
  );
}

function readPacked(bytes: ArrayBuffer): unknown[] {
  const events: unknown[] = [];
  packed.read(bytes, (event) => events.push(plain(event)));
  return events;
}

const anyWhole = fc.oneof(fc.nat(200), fc.nat(1e9), fc.maxSafeNat());
const id = fc.constantFrom(2, 3, 4);
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const head = {
  type: fc.constant('data'),
  kind: fc.constantFrom('snapshot', 'delta'),
  seq: anyWhole,
  prevSeq: fc.oneof(anyWhole, fc.constant(-1)),
  ts: time,
  pts: time,
};
const grid = (coinInfoId: number) => markets.get(coinInfoId)!;
/** Counts whose decimals JSON can parse exactly: count times step is a safe integer. */
const count = fc.oneof(fc.nat(200), fc.nat(1e9), fc.nat(Math.floor(Number.MAX_SAFE_INTEGER / 5)));
const level = fc.tuple(count, count);
const decimal = fc.oneof(
  fc.nat(1e6).map(String),
  fc.double({ min: -1e6, max: 1e12, noNaN: true }).map((value) => value.toFixed(8)),
);

const book = fc
  .record({
    ...head,
    coinInfoId: id,
    depth: fc.constantFrom(0, 20, 1000),
    interval: fc.nat(1000),
    cs: fc.nat(4294967295),
    asks: fc.array(level),
    bids: fc.array(level),
  })
  .map(({ asks, bids, cs, ...rest }) => {
    const { price, amount } = grid(rest.coinInfoId);
    const print = (rows: [number, number][]) =>
      rows.map(([p, q]) => [printSteps(p, price), q === 0 ? '0' : printSteps(q, amount)]);
    return {
      ...rest,
      channel: 'books',
      data:
        rest.kind === 'snapshot'
          ? { asks: print(asks), bids: print(bids), cs }
          : { a: print(asks), b: print(bids), cs },
    };
  });
const trades = fc
  .record({
    ...head,
    coinInfoId: id,
    rows: fc.array(fc.tuple(anyWhole, count, count, fc.constantFrom('buy', 'sell'), time)),
  })
  .map(({ rows, ...rest }) => {
    const { price, amount } = grid(rest.coinInfoId);
    const data = rows.map(([no, p, q, side, ts]) => ({
      id: no,
      price: printSteps(p, price),
      amount: printSteps(q, amount),
      side,
      ts,
    }));
    return { ...rest, channel: 'trades', data };
  });
const candles = fc
  .record({
    ...head,
    coinInfoId: id,
    period: fc.constantFrom(...INTERVALS),
    rows: fc.array(fc.tuple(fc.nat(4e9), decimal, decimal, decimal, decimal, decimal)),
  })
  .map(({ rows, ...rest }) => ({ ...rest, channel: 'candles', data: rows.map((row) => [...row, '0', 1]) }));
const priced = ['last', 'open24h', 'high24h', 'low24h', 'bid1', 'ask1'] as const;
const ticker = fc
  .tuple(
    id,
    fc.record(
      Object.fromEntries(priced.map((name) => [name, fc.oneof({ weight: 4, arbitrary: count }, fc.constant(''))])),
      { requiredKeys: [] },
    ),
    fc.record({ vol24h: decimal, amount24h: decimal, ts: time }, { requiredKeys: [] }),
  )
  .map(([coinInfoId, prices, rest]) => ({
    coinInfoId,
    ...Object.fromEntries(
      Object.entries(prices).map(([name, steps]) => [
        name,
        steps === '' ? '' : printSteps(steps as number, grid(coinInfoId).price),
      ]),
    ),
    ...rest,
  }));
const tickers = fc.record({ ...head, data: fc.array(ticker) }).map((message) => ({ ...message, channel: 'tickers' }));
const message = fc.oneof(book, trades, candles, tickers);

describe('JSON and MessagePack are equivalent', () => {
  it('random events decode to identical columns, alone and many in one message', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 6 }), (list) => {
        const frames = list.map((one) => packedOf(JSON.stringify(one), markets)!);
        const want = list.map((one) => plain(json.decode(JSON.stringify(one))));
        expect(want.every((event) => (event as MarketEvent).kind !== 'bad')).toBe(true);
        expect(readPacked(ownBytes(Buffer.concat(frames)))).toEqual(want);
      }),
      { numRuns: 400 },
    );
  });

  it('every field of a ticker is in both', () => {
    const all = {
      coinInfoId: 2,
      last: '1.00',
      open24h: '2.00',
      high24h: '3.00',
      low24h: '4.00',
      vol24h: '5',
      amount24h: '6',
      bid1: '7.00',
      ask1: '8.00',
      ts: 9,
    };
    const text = JSON.stringify({
      type: 'data',
      channel: 'tickers',
      kind: 'delta',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      pts: 1,
      data: [all],
    });
    const [event] = readPacked(ownBytes(packedOf(text, markets)!));
    expect(event).toEqual(plain(json.decode(text)));
    expect((event as { rows: number[] }).rows.filter((value) => !Number.isNaN(value)).length).toBe(TICKER_FIELD.size);
  });

  it('a frame is standard MessagePack', () => {
    const text =
      '{"type":"data","channel":"books","coinInfoId":2,"depth":20,"interval":100,"kind":"delta","seq":9,"prevSeq":7,"ts":1700000000000,"pts":1700000000003,"data":{"a":[["61837.60","0.500"],["61837.70","0"]],"b":[],"cs":5}}';
    const frame = packedOf(text, markets)!;
    const sum = frameSum(new DataView(ownBytes(frame)), 0, frame.length - 5);
    expect(unpack(frame)).toEqual([
      MSGPACK_CODE.books,
      0,
      9,
      2,
      1700000000000,
      3,
      2,
      20,
      100,
      5,
      [6183760, 10],
      [500, 0],
      [],
      [],
      sum,
    ]);
    expect(frame.length).toBeLessThan(text.length / 4);
  });

  it('frames of unknown markets are ignored in both', () => {
    const other = new Map([[2, markets.get(2)!]]);
    const narrow = new MsgpackDecoder();
    narrow.setInstruments(other);
    const kinds: string[] = [];
    for (const data of [
      { channel: 'books', depth: 20, interval: 0, data: { a: [], b: [], cs: 0 } },
      { channel: 'trades', data: [] },
      { channel: 'candles', period: '1m', data: [] },
    ]) {
      const text = JSON.stringify({
        type: 'data',
        coinInfoId: 3,
        kind: 'delta',
        seq: 1,
        prevSeq: 0,
        ts: 1,
        pts: 1,
        ...data,
      });
      narrow.read(ownBytes(packedOf(text, markets)!), ({ kind }) => kinds.push(kind));
    }
    expect(kinds).toEqual(['ignored', 'ignored', 'ignored']);
  });
});

/** A frame of each kind with several rows. */
const samples = fc.sample(message, { seed: 4, numRuns: 60 }).map((one) => packedOf(JSON.stringify(one), markets)!);

describe('corrupt frames are refused', () => {
  it('any one bit flipped anywhere', () => {
    let flips = 0;
    for (const frame of samples) {
      for (let bit = 0; bit < frame.length * 8; bit++) {
        const bytes = ownBytes(frame);
        new Uint8Array(bytes)[bit >> 3]! ^= 1 << (bit & 7);
        const events = readPacked(bytes);
        if (events.some((event) => (event as MarketEvent).kind !== 'bad'))
          throw new Error(`bit ${bit} of ${frame.toString('hex')}: ${JSON.stringify(events)}`);
        flips++;
      }
    }
    expect(flips).toBeGreaterThan(50_000);
  });

  it('truncated anywhere', () => {
    for (const frame of samples) {
      for (let length = 0; length < frame.length; length++) {
        expect(readPacked(ownBytes(frame.subarray(0, length)))).toEqual([{ kind: 'bad', reason: 'a malformed frame' }]);
      }
    }
  });

  it('a corrupt frame ends its message, but not the frames before it', () => {
    const [a, b] = [samples[0]!, Buffer.from(samples[1]!)];
    b[3]! ^= 8;
    expect(readPacked(ownBytes(Buffer.concat([a, b, a]))).map((event) => (event as MarketEvent).kind)).toEqual([
      expect.not.stringMatching('bad'),
      'bad',
    ]);
  });

  it('20 000 random fragments are bad, without an exception or large allocations', () => {
    const random = seeded(77);
    for (let i = 0; i < 20_000; i++) {
      const bytes = new Uint8Array(2 + Math.floor(random() * 80));
      for (let at = 0; at < bytes.length; at++)
        bytes[at] =
          random() < 0.4
            ? [0x9f, 0x9d, 0xdd, 0xdc, 0xce, 0xcb, 1, 0xff][Math.floor(random() * 8)]!
            : Math.floor(random() * 256);
      if (random() < 0.5) bytes.set([0x9f, MSGPACK_CODE.books]);
      expect(readPacked(bytes.buffer).every((event) => (event as MarketEvent).kind === 'bad')).toBe(true);
    }
  });

  it('invalid values with a valid sum are bad: fractions, negative lots, unknown sides, unequal columns', async () => {
    const { Packr } = await import('msgpackr');
    const packr = new Packr({ useRecords: false });
    const sealed = (values: unknown[]): ArrayBuffer => {
      const bytes = ownBytes(packr.pack([...values, 0xffffffff]));
      const view = new DataView(bytes);
      view.setUint32(bytes.byteLength - 4, frameSum(view, 0, bytes.byteLength - 5));
      return bytes;
    };
    const bookOf = (...columns: unknown[]): unknown[] => [MSGPACK_CODE.books, 0, 1, 1, 5, 0, 2, 20, 0, 0, ...columns];
    const tradeOf = (...columns: unknown[]): unknown[] => [MSGPACK_CODE.trades, 0, 1, 1, 5, 0, 2, ...columns];
    expect(readPacked(sealed(bookOf([5, 1], [1, 2], [], []))).map((event) => (event as MarketEvent).kind)).toEqual([
      'book',
    ]);
    for (const values of [
      bookOf([5.5], [1], [], []),
      bookOf([5, -6], [1, 1], [], []),
      bookOf([5], [-1], [], []),
      bookOf([5], [1, 1], [], []),
      bookOf([5], ['1'], [], []),
      bookOf([2 ** 53], [1], [], []),
      bookOf([5], [1], [], [1]),
      bookOf(5, [1], [], []),
      bookOf([5], [NaN], [], []),
      [...bookOf([], [], [], []), 0],
      tradeOf([1], [1], [1], [3], [1]),
      tradeOf([1], [1], [1], [1], []),
      [99, 0, 1, 1, 5, 0, 2],
      [MSGPACK_CODE.candles, 0, 1, 1, 5, 0, 2, 99, [], [], [], [], [], []],
      [MSGPACK_CODE.tickers, 0, 1, 1, 5, 0, 0, [2], [6], [1]],
      [MSGPACK_CODE.tickers, 0, 1, 1, 5, 0, 0, [2], [2], [1, 1]],
    ])
      expect(readPacked(sealed(values)), JSON.stringify(values)).toEqual([
        { kind: 'bad', reason: 'a malformed frame' },
      ]);
  });
});
