// Bent tapes of every venue: the exchange that replays them and the page agree in books, faults and words of refusal.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { playHeadless } from '../../../bench/replay/headless.ts';
import { replayCommand } from '../../../bench/replay/command.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { TapePlayer } from '../../../server/venues/replay-market.ts';
import { openTape } from '../../../server/venues/tape-reader.ts';
import { tapeInstruments } from '../../../server/venues/tape-instruments.ts';
import { openRecording } from '../../../workers/replay/recording.ts';
import { summaryOf } from '../../../workers/replay/replay-summary.ts';
import { type MadeTape, type Message, madeTape, textOf } from '../../support/data/generated-tape.ts';
import { ReferenceBook, best, top25Crc } from './reference-book.ts';

const SEED = 20_261_128;
const COUNT = 40;
const folder = mkdtempSync(join(tmpdir(), 'defi-bent-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a reader makes of a tape: a sentence where it refuses it, else its books and what was lost. */
interface Reading {
  refusal: string | null;
  lost: string[];
  books: unknown[];
}

async function onServer(path: string): Promise<Reading> {
  const lost: string[] = [];
  try {
    const infos = await tapeInstruments(path);
    const { header, batches } = await openTape(path);
    const books = new Map(infos.filter(({ watchOnly }) => watchOnly).map((info) => [info.id, new ReferenceBook()]));
    const feed = {
      apply: (events: MarketEvent[]) => {
        for (const event of events) books.get(event.coinInfoId)!.apply(event);
      },
    };
    const player = new TapePlayer(header, infos, feed, (_, loss) => lost.push(loss));
    for await (const batch of batches) for (const message of batch) player.play(message);
    return {
      refusal: null,
      lost,
      books: infos.slice(1).map((info) => {
        const book = books.get(info.id)!;
        const levels = [book.bids.size, book.asks.size];
        const { trades } = book;
        return book.bids.size + book.asks.size === 0
          ? null
          : [best(book, info, 'bids'), best(book, info, 'asks'), levels, top25Crc(book, info, null), trades.length];
      }),
    };
  } catch (error) {
    return { refusal: String((error as Error).message).replaceAll(path, 'FILE'), lost, books: [] };
  }
}

async function onPage(bytes: Buffer<ArrayBuffer>): Promise<Reading> {
  try {
    const recording = await openRecording(new Blob([bytes]));
    const summary = summaryOf(recording, await playHeadless(recording));
    const end = summary.problems.find(({ kind }) => kind === 'cut' || kind === 'bent');
    if (end) {
      expect(summary.markets.flatMap(({ books }) => books.filter(({ live }) => live))).toEqual([]);
      return { refusal: `line ${end.line}: ${end.detail || 'the recording ends early'}`, lost: [], books: [] };
    }
    return {
      refusal: null,
      lost: summary.problems.map(({ kind }) => kind).filter((kind) => kind !== 'no-snapshot'),
      books: summary.markets.map(({ books: [book], trades }) =>
        book?.live && book.bidLevels + book.askLevels > 0
          ? [
              book.bestBid,
              book.bestAsk,
              [book.bidLevels, book.askLevels],
              book.top25Crc32,
              // Those of a book that was lost meanwhile are counted too.
              trades?.count ?? 0,
            ]
          : null,
      ),
    };
  } catch (error) {
    return { refusal: (error as Error).message, lost: [], books: [] };
  }
}

const without = <Name extends string>(message: Message, ...names: Name[]): Message =>
  Object.fromEntries(Object.entries(message).filter(([name]) => !names.includes(name as Name))) as Message;
const trade = (message: Message, fields: object): Message => ({
  t: message.t,
  k: 'tr',
  T: message.t / 1000,
  id: 7,
  p: '60000.0',
  q: '1.000',
  side: 'buy',
  ...fields,
});

type Bend = (tape: MadeTape) => string | Buffer;
const edited =
  (edit: (messages: Message[]) => Message[]): Bend =>
  ({ header, messages }) => {
    const changed = edit(messages.map((message) => ({ ...message })));
    return textOf({ header: { ...header, events: changed.length, last_t: changed.at(-1)?.t }, messages: changed });
  };
const changedAt = (at: number, change: (message: Message) => Message | Message[]): Bend =>
  edited((messages) => messages.flatMap((message, i) => (i === at ? change(message) : [message])));
const added = (fields: object): Bend => changedAt(20, (message) => [message, trade(message, fields)]);

/** By name: the tape, and what becomes of its book: it stays, it is lost, or the tape is refused. */
type Bends = Record<string, [Bend, 'whole' | 'lost' | 'refused' | 'any']>;

/** What does not depend on the venue. */
const BENT_FILES: Bends = {
  plain: [textOf, 'whole'],
  'with lines as on Windows': [(tape) => `${textOf(tape).replaceAll('\n', '\r\n')}\r\n`, 'whole'],
  'with the mark of UTF-8': [(tape) => `\ufeff${textOf(tape)}`, 'whole'],
  'with the mark of UTF-8 within': [(tape) => textOf(tape).replace(/\n(?=.*\n.*\n$)/, '\n\ufeff'), 'refused'],
  'with empty lines': [(tape) => textOf(tape).replaceAll('\n', '\n\n'), 'whole'],
  'after an empty line': [(tape) => `\n${textOf(tape)}`, 'refused'],
  'without a last end of line': [(tape) => textOf(tape).trimEnd(), 'whole'],
  'of no bytes': [() => '', 'refused'],
  'of a header alone': [({ header }) => `${JSON.stringify({ ...header, events: 0, last_t: 0 })}\n`, 'refused'],
  'cut in its header': [(tape) => textOf(tape).slice(0, 30), 'refused'],
  'cut in a message': [(tape) => textOf(tape).slice(0, -30), 'refused'],
  'cut between messages': [(tape) => textOf(tape).split('\n').slice(0, 20).join('\n'), 'refused'],
  'with half a message within': [(tape) => textOf(tape).replace(/"b":.*\n(?=.*\n$)/, '\n'), 'refused'],
};

const BENDS: Bends = {
  'with its snapshot twice': [edited(([first, ...rest]) => [first!, first!, ...rest]), 'whole'],
  'with a message twice': [changedAt(20, (message) => [message, message]), 'whole'],
  'with two messages exchanged': [edited((all) => [...all.slice(0, 20), all[21]!, all[20]!, ...all.slice(22)]), 'any'],
  'without a snapshot': [edited((messages) => messages.slice(1)), 'lost'],
  'of another symbol in a line': [changedAt(20, (message) => ({ ...message, s: 'ETHUSD' })), 'refused'],
  'crossed at its end': [changedAt(COUNT, (m) => ({ ...without(m, 'c'), b: [['70000.0', '1.000']] })), 'lost'],
  'crossed for a moment': [
    changedAt(20, (message) => [
      { ...without(message, 'c'), b: [...message.b!, ['70000.0', '1.000']] },
      // Ids that follow, and the level is gone again.
      { ...without(message, 'c'), ...nextIds(message), b: [['70000.0', '0']], a: [] },
    ]),
    'any',
  ],
  'with a level at no price': [changedAt(20, (m) => ({ ...without(m, 'c'), b: [['0', '1.000']] })), 'lost'],
  'with rows of nothing': [
    changedAt(20, (m) => ({ ...m, b: [...m.b!, ['0', '0']], a: [...m.a!, ['0.0', '0']] })),
    'whole',
  ],
  'with a negative amount': [changedAt(20, (message) => ({ ...message, b: [['60000.0', '-1']] })), 'refused'],
  'with a price of 20 digits': [changedAt(20, (m) => ({ ...m, b: [['12345678901234567890', '1']] })), 'refused'],
  'with a price of 20 decimals': [changedAt(20, (m) => ({ ...m, b: [['1.12345678901234567890', '1']] })), 'refused'],
  'with a price of 18 decimals': [changedAt(20, (m) => ({ ...m, b: [['0.000000000000000001', '1']] })), 'lost'],
  'with an exponent': [changedAt(20, (m) => ({ ...without(m, 'c'), b: [['1e3', '2.5E-1']] })), 'any'],
  'with a checksum of text': [changedAt(20, (message) => ({ ...message, c: '1' as unknown as number })), 'refused'],
  'with a trade of nothing': [added({ p: '0', q: '0' }), 'whole'],
  'with a trade at no price': [added({ p: '0' }), 'lost'],
  'with a trade of a negative amount': [added({ q: '-1' }), 'refused'],
  'with a trade in seconds': [added({ T: 1_700_000_000 }), 'whole'],
  'with a trade in nanoseconds': [added({ T: 1_700_000_000_400_000_000 }), 'whole'],
  'with a trade of next week': [added({ T: 1_700_000_000_000 + 7 * 86_400_000 }), 'refused'],
  'whose clock is set back': [changedAt(20, (message) => ({ ...message, t: message.t - 3_600_000_000 })), 'whole'],
  'whose clock stands at 0': [changedAt(20, (message) => ({ ...message, t: 0 })), 'refused'],
};

function nextIds({ U, u, pu, seq }: Message): object {
  if (typeof u !== 'number') return {};
  return {
    ...(U === undefined ? {} : { U: u + 1 }),
    u: u + 1,
    ...(pu === undefined ? {} : { pu: u }),
    ...(seq === undefined ? {} : { seq }),
  };
}

async function expectAgreement(name: string, bytes: Buffer<ArrayBuffer>, becomes: string): Promise<void> {
  const path = join(folder, 'tape');
  writeFileSync(path, bytes);
  const server = await onServer(path);
  const page = await onPage(bytes);
  if (page.refusal !== null) {
    expect([name, server.refusal]).toEqual([name, expect.any(String)]);
    if (page.refusal.startsWith('line ')) expect(server.refusal).toBe(`The tape FILE, ${page.refusal}`);
  } else expect([name, server]).toEqual([name, page]);
  const isWhole = page.refusal === null && page.lost.length === 0 && page.books.every((book) => book !== null);
  const { problems } = await replayCommand([path]).catch((error: Error) => ({ problems: [error.message] }));
  expect([name, problems.length > 0]).toEqual([name, !isWhole]);
  if (becomes !== 'any')
    expect([name, page.refusal === null ? (isWhole ? 'whole' : 'lost') : 'refused']).toEqual([name, becomes]);
}

describe('a file', () => {
  const tape = madeTape('kraken', 'spot', COUNT, SEED);

  it.each(Object.entries(BENT_FILES))('%s, packed or not', async (name, [bend, becomes]) => {
    const bytes = Buffer.from(bend(tape));
    await expectAgreement(name, bytes, becomes);
    await expectAgreement(name, Buffer.from(gzipSync(bytes)), becomes);
  });
});

describe.each([
  ['binance', 'spot'],
  ['binance', 'coin-m'],
  ['bybit', 'linear'],
  ['coinbase', 'spot'],
  ['kraken', 'spot'],
  ['okx', 'spot'],
] as const)(`a tape of %s %s, seed ${SEED}`, (venue, market) => {
  const tape = madeTape(venue, market, COUNT, SEED);

  it.each(Object.entries(BENDS))('%s', (name, [bend, becomes]) =>
    expectAgreement(name, Buffer.from(bend(tape)), becomes),
  );
});
