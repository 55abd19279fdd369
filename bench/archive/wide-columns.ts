// Zoom steps of columns of a minute up to a week, from digests as the archive stores them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VarintWriter } from '../../core/encoding/varint-columns.ts';
import { writeBook } from '../../core/market-data/archive-block.ts';
import { DEPTH_COLUMNS, DEPTH_COLUMN_MS, depthTileStart } from '../../core/market-data/depth-tile.ts';
import { type DigestFiles, LEVELS, type LevelIndex, digestFilesIn } from '../../server/archive/tiles/digest-files.ts';
import { BOOK, type TradeSums, addTrade, encodeTrades } from '../../server/archive/tiles/digest-piece.ts';
import { type PieceSpan, PieceReader, spanStart } from '../../server/archive/tiles/piece-reader.ts';
import { Tiles } from '../../server/archive/tiles/tiles.ts';
import { seeded } from '../../tests/support/data/seeded-random.ts';
import { formed } from '../harness/quick.ts';
import type { Row } from '../harness/row.ts';
import { type Steps, ZOOM_TILES, rowsOfSteps, zoomStep } from './zoom-step.ts';

const BTC = 2;
const SEED = 11;
const START = Date.UTC(2016, 0, 1);
const MIDDLE_TICKS = 6_700_000;
/** Levels of a side of each book, and prices with trades of each column: nothing stays from one column to the next. */
const LEVELS_OF_SIDE = 450;
const TRADES = 250;
/** Heights of a level: no tile is read twice in a round, and each round has tiles of its own. */
const HEIGHTS = formed(4, 1);
/** So many that 99 % leave out more than the first step of a process, for which nothing is compiled yet. */
const ROUNDS = formed(8, 1);
/** The narrowest of them has digests of its own; narrower ones are in the recorded market. */
const WIDE = DEPTH_COLUMN_MS.filter((columnMs) => columnMs >= LEVELS[1].stepMs);

/** The level of digests that a column is made of. */
function levelOf(columnMs: number): LevelIndex {
  return LEVELS.findLastIndex(({ stepMs }) => columnMs % stepMs === 0) as LevelIndex;
}

/** Stores a piece for every span from `fromMs` to `toMs`. */
async function storeDigests(files: DigestFiles, level: LevelIndex, fromMs: number, toMs: number): Promise<void> {
  const random = seeded(SEED + level);
  const { stepMs, spanMs } = LEVELS[level];
  const side = (sign: 1 | -1): Float64Array =>
    Float64Array.from({ length: 2 * LEVELS_OF_SIDE }, (_, at) =>
      at % 2 === 0 ? MIDDLE_TICKS + sign * (1 + at / 2) : 1 + Math.floor(random() * 500_000),
    );
  for (let startMs = fromMs; startMs < toMs; startMs += spanMs) {
    const books = new VarintWriter();
    const columns = new Map<number, TradeSums>();
    for (let column = 0; column < spanMs / stepMs; column++) {
      books.byte(BOOK.whole);
      writeBook(books, { bids: side(-1), asks: side(1), isLost: false });
      const sums: TradeSums = new Map();
      for (let at = 0; at < TRADES; at++) {
        const price = MIDDLE_TICKS + Math.floor((random() - 0.5) * 2 * LEVELS_OF_SIDE);
        addTrade(sums, price, Math.floor(random() * 9_000), Math.floor(random() * 9_000));
      }
      columns.set(column, sums);
    }
    const piece = { stepMs, startMs, fromMs: startMs, toMs: startMs + spanMs };
    await files.append(level, BTC, {
      ...piece,
      books: books.bytes.slice(),
      trades: encodeTrades(columns, [], startMs),
    });
  }
}

/** Steps of every width. Ten years of a recording would take hours: the digests are made as the archive leaves them. */
export async function readWideSteps(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'defi-wide-'));
  const files = digestFilesIn(folder);
  const spans = WIDE.map((columnMs) => {
    const fromMs = depthTileStart(START, columnMs) + columnMs * DEPTH_COLUMNS;
    return { columnMs, level: levelOf(columnMs), fromMs, toMs: fromMs + ZOOM_TILES * columnMs * DEPTH_COLUMNS };
  });
  for (const level of new Set(spans.map((span) => span.level))) {
    const own = spans.filter((span) => span.level === level);
    const fromMs = spanStart(Math.min(...own.map((span) => span.fromMs)), LEVELS[level].spanMs);
    await storeDigests(files, level, fromMs, Math.max(...own.map((span) => span.toMs)));
  }
  const now = Math.max(...spans.map(({ toMs }) => toMs)) + 60_000;
  const reader = new PieceReader(files, BTC, () => null);
  const market = {
    history: { replay: nothing, lastBefore: () => null },
    digests: {
      completeMs: () => now,
      lastTradeId: 0,
      isDigesting: () => false,
      pieces: (span: PieceSpan, pause: () => Promise<void>) => reader.pieces(span, { own: [], newestMs: now }, pause),
    },
  };
  const steps: Steps = { sizes: [], took: [], cpu: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const tiles = new Tiles({ marketOf: () => market, now: () => now });
    for (const { columnMs, fromMs } of spans)
      for (let levelTicks = 1; levelTicks <= HEIGHTS; levelTicks++)
        await zoomStep(tiles, { coinInfoId: BTC, stepMs: columnMs, levelTicks, fromMs }, steps);
  }
  rmSync(folder, { recursive: true });
  return rowsOfSteps('zoom step of columns of a minute to a week', steps);
}

async function* nothing(): AsyncGenerator<never> {}
