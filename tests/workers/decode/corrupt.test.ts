// Recorded frames are corrupted: no exception, and no wrong book stays live.
import { describe, expect, it } from 'vitest';
import { type Tape, readTape } from '../../../bench/harness/recorded-tape.ts';
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, LEVEL_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { printSteps } from '../../../core/units/units.ts';
import type { BookSide } from '../../../workers/book/book-side.ts';
import { BookSync } from '../../../workers/book/book-sync.ts';
import { JsonDecoder } from '../../../workers/decode/json-decoder.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { FakeScreen, FakePlatform } from '../../support/feed/fake-platform.ts';
import { startedMarket } from '../../support/feed/started-market.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEEDS = [1, 2];
const ROWS = 25;
const FRAMES = 6_000;
/** Some lines make no frame. */
const LINES = FRAMES + 2_000;
type Spoil = (text: string, random: () => number) => string;

function rowsOf(side: BookSide): number[][] {
  return Array.from({ length: Math.min(ROWS, side.length) }, (_, rank) => [side.priceAt(rank), side.lotsAt(rank)]);
}

/** The true book, from the frames before corruption. */
class Truth {
  readonly sync: BookSync;
  readonly #decoder = new JsonDecoder();
  readonly #market: Instrument;
  readonly #depth: number;
  #top: string | null = null;

  constructor(market: Instrument, depth: number) {
    this.#market = market;
    this.#depth = depth;
    this.sync = new BookSync(depth, () => {
      throw new Error('the recording has a gap');
    });
    this.#decoder.setInstruments(new Map([[market.info.id, market]]));
  }

  take(text: string): boolean {
    const event = this.#decoder.decode(text);
    if (event.kind !== 'book') return false;
    this.sync.accept(event, 0);
    this.#top = null;
    return true;
  }

  get top(): string {
    return (this.#top ??= JSON.stringify([rowsOf(this.sync.book.bids), rowsOf(this.sync.book.asks)]));
  }

  snapshot(): string {
    const { book } = this.sync;
    const { price, amount, info } = this.#market;
    const list = (side: BookSide): string[][] =>
      Array.from({ length: side.length }, (_, rank) => [
        printSteps(side.priceAt(rank), price),
        printSteps(side.lotsAt(rank), amount),
      ]);
    const data = { asks: list(book.asks), bids: list(book.bids), cs: book.checksum };
    return JSON.stringify({
      type: 'data',
      channel: 'books',
      coinInfoId: info.id,
      depth: this.#depth,
      interval: 0,
      kind: 'snapshot',
      seq: book.seq,
      prevSeq: book.seq,
      ts: 1,
      pts: 1,
      data,
    });
  }
}

/** Plays the tape with every sixth frame corrupted; answers resyncs a few frames later. */
async function play(
  tape: Tape,
  seed: number,
  spoil: Spoil,
): Promise<{ spoilt: number; found: number; wrong: string[] }> {
  const random = seeded(seed);
  const info = tape.infos[0]!;
  const truth = new Truth(instrumentOf(info), tape.depth);
  const platform = new FakePlatform();
  const screen = new FakeScreen(() => platform.now);
  platform.listed = tape.infos;
  const market = await startedMarket(platform, screen);
  await market.open(1, {
    kind: 'book',
    coinInfoId: info.id,
    depth: tape.depth,
    interval: 0,
    groupTicks: 1,
    rows: ROWS,
  });
  await market.open(2, { kind: 'trades', coinInfoId: info.id, rows: ROWS });
  await market.open(3, { kind: 'candles', coinInfoId: info.id, interval: '1m', indicators: [] });
  await market.open(4, { kind: 'tickers' });
  platform.socket.onOpen();
  const seen = (): { live: boolean; top: string; seq: number } => {
    const { state, seq, bids, asks } = screen.books.get(1)!;
    const rows = [bids, asks].map((side) => side.map((row) => [row[LEVEL_FIELD.price], row[LEVEL_FIELD.lots]]));
    return { live: state === BOOK_STATE.live, top: JSON.stringify(rows), seq };
  };
  const result = { spoilt: 0, found: 0, wrong: [] as string[] };
  let resyncs = 0;
  let dirty = false;
  let lastSpoilt = '';
  for (const { text } of tape.frames.slice(0, FRAMES)) {
    const before = truth.top;
    const isBook = truth.take(text);
    const spoils = !dirty && truth.sync.book.seq > 0 && random() < 1 / 6;
    const sent = spoils ? spoil(text, random) : text;
    platform.socket.onText(sent);
    await platform.pass(40);
    if (spoils && sent !== text) {
      const { live, top } = seen();
      result.spoilt++;
      lastSpoilt = sent;
      // A loss may show one message late, but what is drawn was a true book.
      if (live && top !== truth.top && top !== before) result.wrong.push(`drawn: ${sent.slice(0, 300)}`);
      dirty = isBook;
    } else if (isBook) {
      const { live, top, seq } = seen();
      if (live && (top !== truth.top || seq !== truth.sync.book.seq))
        result.wrong.push(`stayed: ${text.slice(0, 300)}\nafter: ${lastSpoilt.slice(0, 1500)}`);
      dirty = false;
    }
    const asked = platform.socket.ofType('resync').length;
    if (asked === resyncs || random() < 0.5) continue;
    resyncs = asked;
    result.found++;
    platform.socket.receive({ type: 'pong', ts: 1 });
    platform.socket.onText(truth.snapshot());
    dirty = false;
    await platform.pass(40);
    // A corrupt delta that was queued for the snapshot requests another one.
    const repaired = seen();
    const again = platform.socket.ofType('resync').length > resyncs;
    if (repaired.live ? repaired.top !== truth.top : !again) result.wrong.push('not repaired by the snapshot');
  }
  return result;
}

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;
const other = (value: number, random: () => number): number => value + pick([1, -1, 2, -7, 1000, -value, 1e12], random);

/** Flips or deletes characters, or inserts some of the same frame. */
const characters: Spoil = (text, random) => {
  let spoilt = text;
  for (let edits = 1 + Math.floor(random() * 2); edits > 0; edits--) {
    const at = Math.floor(random() * spoilt.length);
    const from = Math.floor(random() * spoilt.length);
    const way = random();
    if (way < 0.4)
      spoilt =
        spoilt.slice(0, at) +
        String.fromCharCode(spoilt.charCodeAt(at) ^ (1 << Math.floor(random() * 7))) +
        spoilt.slice(at + 1);
    else if (way < 0.6) spoilt = spoilt.slice(0, at);
    else if (way < 0.8) spoilt = spoilt.slice(0, at) + spoilt.slice(at + 1 + Math.floor(random() * 5));
    else spoilt = spoilt.slice(0, at) + spoilt.slice(from, from + 12) + spoilt.slice(at);
  }
  return spoilt;
};

/** Changes one digit anywhere in valid JSON. */
const digits: Spoil = (text, random) => {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = pick(places, random);
  return text.slice(0, at) + String((Number(text[at]) + 1 + Math.floor(random() * 9)) % 10) + text.slice(at + 1);
};

interface Message {
  channel: string;
  seq: number;
  prevSeq: number;
  data: { a?: string[][]; b?: string[][]; asks?: string[][]; bids?: string[][]; cs: number };
}

/** Changes one field of a book message that stays valid otherwise. */
const field =
  (name: 'price' | 'amount' | 'seq' | 'prevSeq' | 'cs'): Spoil =>
  (text, random) => {
    const message = JSON.parse(text) as Message;
    if (message.channel !== 'books') return text;
    if (name === 'cs') message.data.cs = Math.abs(other(message.data.cs, random));
    else if (name === 'seq' || name === 'prevSeq') message[name] = other(message[name], random);
    else {
      const { a, b, asks, bids } = message.data;
      const level = pick([...(a ?? asks ?? []), ...(b ?? bids ?? [])], random);
      if (!level) return text;
      const place = name === 'price' ? 0 : 1;
      level[place] = digits(level[place]!, random);
    }
    return JSON.stringify(message);
  };

const WAYS: Record<string, Spoil> = {
  characters,
  digits,
  price: field('price'),
  amount: field('amount'),
  seq: field('seq'),
  prevSeq: field('prevSeq'),
  cs: field('cs'),
};

describe.each(['binance-usdm-BTCUSDT-20240808', 'okx-multi-20220227'])('%s', (name) => {
  const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
  const tape = path === null ? null : readTape(path, { candles: true }, LINES);
  it.skipIf(tape === null).each(Object.keys(WAYS))(
    'corrupt %s: no exception, no wrong book stays live',
    async (way) => {
      for (const seed of SEEDS) {
        const { spoilt, found, wrong } = await play(tape!, seed, WAYS[way]!);
        console.log(`${name} ${way} seed ${seed}: ${spoilt} spoilt, ${found} resyncs, ${wrong.length} wrong`);
        expect(wrong).toEqual([]);
        expect(spoilt).toBeGreaterThan(50);
        expect(found).toBeGreaterThan(10);
      }
    },
  );
});
