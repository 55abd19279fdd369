// Digests of a market that another process records: those that are stored, and the newest ones made from its blocks.
import type { EpochMs } from '../../../core/units/time.ts';
import type { Day } from '../archive-store.ts';
import type { MarketHistory } from '../market-history.ts';
import { type DigestFiles, LEVELS } from '../tiles/digest-files.ts';
import type { DigestPiece } from '../tiles/digest-piece.ts';
import { type PieceSpan, PieceReader, spanStart } from '../tiles/piece-reader.ts';
import { Replay } from '../tiles/replay-history.ts';

const [COLUMNS] = LEVELS;

/** What follows the stored digests. */
interface Tail {
  /** Where the stored digests end. */
  fromMs: EpochMs;
  replay: Replay;
  finished: DigestPiece[];
  /** Number of the last block in it; null before the first. */
  lastBlock: number | null;
}

interface FollowedDigestsOptions {
  coinInfoId: number;
  files: DigestFiles;
  history: Pick<MarketHistory, 'stored'>;
  /** Everything that happened before this is stored. */
  completeMs: () => EpochMs;
  /** The newest day with digests; null: there are none. */
  newestDay: Day | null;
}

export class FollowedDigests {
  readonly #options: FollowedDigestsOptions;
  readonly #reader: PieceReader;
  #newestDay: Day | null;
  #tail: Tail | null = null;

  constructor(options: FollowedDigestsOptions) {
    this.#options = options;
    this.#newestDay = options.newestDay;
    this.#reader = new PieceReader(options.files, options.coinInfoId, () => {
      const fromMs = this.#tail?.fromMs ?? 0;
      return fromMs === 0 ? null : spanStart(fromMs - 1, COLUMNS.spanMs);
    });
  }

  /** The other process has stored digests of a day. */
  grow(day: Day): void {
    if (this.#newestDay === null || day > this.#newestDay) this.#newestDay = day;
  }

  completeMs(now: EpochMs): EpochMs {
    return Math.min(now, this.#options.completeMs());
  }

  /** As `MarketDigests.lastTradeId`: a cluster watches no market. */
  readonly lastTradeId = 0;

  /** What is not stored as digests is made of blocks here. */
  isDigesting(): boolean {
    return false;
  }

  /** As `MarketDigests.pieces`; one call runs at a time. */
  async pieces(span: PieceSpan, pause: () => Promise<void>): Promise<DigestPiece[]> {
    const { fromMs: storedMs, replay, finished } = await this.#upToDate(pause);
    const own = [...finished, ...replay.open(this.#options.completeMs())];
    return this.#reader.pieces(span, { own, newestMs: own.at(-1)?.toMs ?? storedMs }, pause);
  }

  async #upToDate(pause: () => Promise<void>): Promise<Tail> {
    const { coinInfoId, files, history } = this.#options;
    const storedMs = this.#newestDay === null ? 0 : ((await files.lastMs(coinInfoId, this.#newestDay)) ?? 0);
    if (this.#tail?.fromMs !== storedMs) this.#tail = newTail(storedMs);
    const tail = this.#tail;
    try {
      for await (const block of history.stored(tail.fromMs, tail.lastBlock)) {
        tail.replay.add(block);
        tail.lastBlock = block.number;
        await pause();
      }
    } catch (error) {
      this.#tail = null;
      throw error;
    }
    return tail;
  }
}

function newTail(fromMs: EpochMs): Tail {
  const finished: DigestPiece[] = [];
  const { stepMs, spanMs } = COLUMNS;
  const span = { stepMs, spanMs, originMs: 0, fromMs, toMs: Infinity, untilMs: Infinity };
  return {
    fromMs,
    finished,
    lastBlock: null,
    replay: new Replay({ ...span, onPiece: (piece) => finished.push(piece) }),
  };
}
