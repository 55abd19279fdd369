// Running checksum of trades, tickers and candles on both wires: it detects any changed number.
import { expect, test } from 'vitest';
import { rowHash } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import type { SubscribeArg } from '../../../core/feed/feed-protocol.ts';
import { Feed } from '../../../server/feed/feed.ts';
import type { TopicMessage } from '../../../server/feed/topics/topic-message.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import type { CandlesEvent, MarketEvent, TickersEvent, TradesEvent } from '../../../workers/decode/decoded-event.ts';
import { MsgpackDecoder } from '../../../workers/decode/msgpack-decoder.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { Channel } from '../../../workers/connection/subscribed-channel.ts';
import { MemoryStore, infoOf, randomLevels } from '../../support/server/feed-fixture.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';

const info = infoOf(2);
const markets = new Map([[2, instrumentOf(info)]]);
const ARGS: SubscribeArg[] = [
  { channel: 'trades', coinInfoId: 2 },
  { channel: 'tickers' },
  { channel: 'candles', coinInfoId: 2, period: '1m' },
];
type Summed = TradesEvent | TickersEvent | CandlesEvent;

test('hashes of rows have fixed values', () => {
  const hash = (...row: number[]): number => rowHash(Float64Array.from(row), 0, row.length) >>> 0;
  expect([hash(), hash(0), hash(1), hash(1, 2), hash(2, 1), hash(NaN, 1), hash(0.1), hash(2 ** 53 - 1)])
    .toMatchInlineSnapshot(`
    [
      0,
      0,
      2524143827,
      2353031552,
      795535578,
      90437149,
      4276802869,
      1985091064,
    ]
  `);
  expect(hash(-0)).toBe(hash(0));
  expect(hash(1, NaN)).toBe(hash(1));
});

/** Decoders of both wires. */
function readers() {
  const [text, packed] = [new JsonDecoder(), new MsgpackDecoder()];
  text.setInstruments(markets);
  packed.setInstruments(markets);
  return {
    text: (message: TopicMessage): MarketEvent => text.decode(message.text),
    packed: (message: TopicMessage): MarketEvent => {
      let read: MarketEvent | null = null;
      const frame = message.packed!;
      packed.read(Uint8Array.from(frame).buffer, (event) => {
        read = event;
      });
      return read!;
    },
  };
}

test('a client that joins at any time verifies it on either wire; detects a changed number at once and a lost message with the next', () => {
  const chance = seeded(seedOf('running sum'));
  let at = 60_000;
  const feed = new Feed({ instruments: [info], store: new MemoryStore(), now: () => at, timer: false });
  const messages = new Map<string, TopicMessage[]>();
  const follow = (arg: SubscribeArg): TopicMessage[] => {
    const list: TopicMessage[] = [];
    // Read at once: a message serializes the current state of its topic.
    feed.topic(arg)!.subscribe({
      receive: (message) => {
        void message.text;
        void message.packed;
        list.push(message);
      },
    });
    return list;
  };
  for (const arg of ARGS) messages.set(`${arg.channel} from the start`, follow(arg));
  let id = 0;
  for (let step = 0; step < 400; step += 1) {
    at += 250;
    const trades = Array.from({ length: Math.floor(chance() * 3) }, () => ({
      kind: 'trade' as const,
      coinInfoId: 2,
      id: ++id,
      priceTicks: 900 + Math.floor(chance() * 200),
      lots: 1 + Math.floor(chance() * 1e6),
      side: chance() < 0.5 ? ('buy' as const) : ('sell' as const),
      ts: at,
    }));
    feed.apply([...randomLevels(chance, 1_000, 3), ...trades], at);
    if (step === 77) for (const arg of ARGS) messages.set(`${arg.channel} from the middle`, follow(arg));
    feed.runDueTasks(at);
  }
  const read = readers();
  for (const [name, list] of messages) {
    expect(list.length, name).toBeGreaterThan(50);
    for (const wire of ['text', 'packed'] as const) {
      const arg = ARGS.find(({ channel }) => name.startsWith(channel))!;
      const [whole, holed] = [new Channel(arg), new Channel(arg)];
      let seen = 0;
      list.forEach((message, place) => {
        const event = read[wire](message) as Summed;
        expect(whole.verify(event), `${name}, ${wire}, message ${place}`).toBe(true);
        if (place === 20) return;
        const believed = holed.verify(event);
        if (place < 20) expect(believed).toBe(true);
        else if (place === 21 && !event.snapshot) expect(believed).toBe(false);
        if (event.rows.count === 0) return;
        // Any number of any row, changed in any way.
        const [row, field] = [Math.floor(chance() * event.rows.count), Math.floor(chance() * event.rows.width)];
        const before = event.rows.data[row * event.rows.width + field]!;
        event.rows.data[row * event.rows.width + field] = Number.isNaN(before) ? 5 : before + 1;
        const bent = new Channel(arg);
        if (!event.snapshot) bent.verify(emptySnapshot(event, sumBefore(event, before, row, field)));
        seen += bent.verify(event) ? 0 : 1;
        event.rows.data[row * event.rows.width + field] = before;
      });
      expect(seen, `${name}, ${wire}`).toBeGreaterThan(list.length / 2);
    }
  }
});

/** A snapshot without rows, after which a channel's running checksum is `sum`. */
function emptySnapshot(event: Summed, sum: number): Summed {
  return { ...event, snapshot: true, cs0: sum, cs: sum, rows: new Rows(event.rows.width) };
}

/** The running checksum before a delta, from its own checksum and rows. */
function sumBefore(event: Summed, value: number, row: number, field: number): number {
  const data = event.rows.data.slice(0, event.rows.count * event.rows.width);
  data[row * event.rows.width + field] = value;
  let sum = event.cs;
  for (let at = 0; at < data.length; at += event.rows.width) sum = (sum - rowHash(data, at, event.rows.width)) >>> 0;
  return sum;
}

test('a feed without checksums is accepted; one that stops sending them is not', () => {
  const event = (snapshot: boolean, cs: number, cs0 = NaN): Summed => ({
    kind: 'tickers',
    snapshot,
    seq: 1,
    prevSeq: 0,
    ts: 1,
    pts: 1,
    cs,
    cs0,
    rows: { data: new Float64Array(0), width: 10, count: 0 } as never,
  });
  const old = new Channel({ channel: 'tickers' });
  expect([old.verify(event(true, NaN)), old.verify(event(false, NaN)), old.verify(event(false, 7))]).toEqual([
    true,
    true,
    false,
  ]);
  const now = new Channel({ channel: 'tickers' });
  expect([
    now.verify(event(true, 7, 7)),
    now.verify(event(false, 7)),
    now.verify(event(false, NaN)),
    now.verify(event(false, 7)),
    now.verify(event(true, 9, 9)),
  ]).toEqual([true, true, false, false, true]);
  expect(now.verify(event(true, 9))).toBe(false);
});
