// Result of a replay in the exchange's decimals, comparable with the expectations of a recording.
import { crc32 } from '../../core/encoding/crc32.ts';
import { type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import type { ReplayProblem, ReplayTrouble } from '../../core/worker-protocol/replay-protocol.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { trimDecimal } from '../../core/units/number-style.ts';
import { printSteps } from '../../core/units/units.ts';
import type { BookSide } from '../book/book-side.ts';
import type { ReplayPlayer } from './replay-player.ts';
import type { Recording } from './recording.ts';

/** Levels a side in the checksum. */
const TOP = 25;

interface BookSummary {
  channel: string;
  live: boolean;
  /** [price, amount] without trailing zeros; null on an empty side. */
  bestBid: [string, string] | null;
  bestAsk: [string, string] | null;
  bidLevels: number;
  askLevels: number;
  /** CRC-32 over the lines "B,price,amount" and "A,price,amount" of the best 25 of each side. */
  top25Crc32: number;
}

export interface MarketSummary {
  coinInfoId: number;
  symbol: string;
  books: BookSummary[];
  trades: { count: number; amount: string; firstId: number; lastId: number } | null;
  /** Rows of time in ms, open, high, low, close, volume. */
  candles: { channel: string; count: number; rows: number[][] }[];
}

export interface ReplaySummary {
  /** Whether the file is truncated. */
  cut: boolean;
  frames: number;
  firstMs: number;
  atMs: number;
  /** Faults of the recording; with any of them the result proves nothing. */
  problems: ReplayProblem[];
  markets: MarketSummary[];
  /** Hash of the last state, and hash over those of every second. */
  stateHash: string;
  chainHash: string;
}

/** Summary of a player's current state. */
export function summaryOf(recording: Recording, player: ReplayPlayer): ReplaySummary {
  const { cut, firstMs, infos, problems } = recording;
  const named = new Set(recording.channels.flatMap(({ arg }) => ('coinInfoId' in arg ? [arg.coinInfoId] : [])));
  return {
    cut,
    frames: player.playedCount,
    firstMs,
    atMs: player.atMs,
    problems,
    markets: infos
      .filter(({ id, pair }) => pair !== '' && named.has(id))
      .map((info) => marketSummary(instrumentOf(info), player)),
    stateHash: player.hashes.at(-1) ?? '',
    chainHash: player.chain,
  };
}

function marketSummary(market: Instrument, { state }: ReplayPlayer): MarketSummary {
  const { id, symbol } = market.info;
  const totals = state.totals.get(id);
  const books = [...state.books]
    .filter(([, { coinInfoId }]) => coinInfoId === id)
    .map(
      ([
        channel,
        {
          source: { book, state },
        },
      ]) => ({
        channel,
        live: state === BOOK_STATE.live,
        bestBid: level(book.bids, 0, market),
        bestAsk: level(book.asks, 0, market),
        bidLevels: book.bids.length,
        askLevels: book.asks.length,
        top25Crc32: crc32(`${lines('B', book.bids, market)}${lines('A', book.asks, market)}`),
      }),
    );
  const candles = [...state.candles]
    .filter(([, { coinInfoId }]) => coinInfoId === id)
    .map(
      ([
        channel,
        {
          source: { series },
        },
      ]) => ({
        channel,
        count: series.length,
        rows: Array.from({ length: series.length }, (_, i) =>
          [series.time, series.open, series.high, series.low, series.close, series.volume].map((column) => column[i]!),
        ),
      }),
    );
  const trades = totals
    ? {
        count: totals.count,
        amount: trimDecimal(printSteps(totals.lots, market.amount)),
        firstId: totals.firstId,
        lastId: totals.lastId,
      }
    : null;
  return { coinInfoId: id, symbol, books, trades, candles };
}

function level(side: BookSide, rank: number, { price, amount }: Instrument): [string, string] | null {
  return rank < side.length
    ? [trimDecimal(printSteps(side.priceAt(rank), price)), trimDecimal(printSteps(side.lotsAt(rank), amount))]
    : null;
}

function lines(letter: string, side: BookSide, market: Instrument): string {
  return Array.from(
    { length: Math.min(TOP, side.length) },
    (_, rank) => `${letter},${level(side, rank, market)!.join(',')}\n`,
  ).join('');
}

const SENTENCES: Record<ReplayTrouble, string> = {
  cut: 'the recording ends early; everything before this was played',
  bent: 'this line is malformed; everything before it was played',
  gap: 'messages are missing before this one; the book is lost until its next snapshot',
  checksum: "the book fails the venue's checksum and is lost until its next snapshot",
  'off-grid': 'a price is on no grid; the book is lost until its next snapshot',
  crossed: 'the best bid is not below the best ask; the book is lost until its next snapshot',
  trade: 'a trade without a valid price and amount is left out',
  'no-snapshot': "there is no snapshot before the book's changes",
};

/** A fault as an English sentence. */
export function problemText({ kind, symbol, detail }: ReplayProblem): string {
  return `${symbol === '' ? '' : `${symbol}: `}${SENTENCES[kind]}${detail === '' ? '' : ` (${detail})`}`;
}
