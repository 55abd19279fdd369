// Trades of the past, from the hourly tiles of the exchange's record.
import { TRADE_TILE_MS, type TradeTile, tradeTileStart } from '../../core/market-data/trade-tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Tiles } from '../tiles/tile-loader.ts';

/** A span of hours, the later ones after the earlier; null: nothing is recorded of that hour. */
export type TradeHours = (TradeTile | null)[];

export class PastTrades {
  readonly #tiles: Tiles;
  readonly #coinInfoId: number;
  /** Ends each wait; true: with what there is. */
  readonly #waiting = new Set<(isLate: boolean) => void>();
  #isDisposed = false;

  constructor(tiles: Tiles, coinInfoId: number) {
    this.#tiles = tiles;
    this.#coinInfoId = coinInfoId;
  }

  /** Nothing from here on is recorded; undefined: the record grows. */
  get endMs(): EpochMs | undefined {
    return this.#tiles.endMs;
  }

  /**
   * Loads the hours from that of `fromMs` to that of `toMs`, until all have come: to their end, and `isEnough` of the
   * last one. What is remembered of an hour that ran is fetched again until then. Null after the disposal; what is
   * there already when it is given up.
   */
  load(fromMs: EpochMs, toMs: EpochMs, isEnough: (last: TradeTile) => boolean): Promise<TradeHours | null> {
    if (this.#isDisposed) return Promise.resolve(null);
    const starts: EpochMs[] = [];
    for (let at = tradeTileStart(fromMs); at <= toMs; at += TRADE_TILE_MS) starts.push(at);
    const requests = starts.map((start) => ({ coinInfoId: this.#coinInfoId, fromMs: start }));
    return new Promise((resolve) => {
      const check = (isLate: boolean): void => {
        const states = requests.map((request) => this.#tiles.trades(request));
        const hours = states.map((state) => (state.kind === 'tile' ? state.tile : null));
        const last = hours.at(-1);
        const isWhole =
          states.every(({ kind }) => kind !== 'loading') &&
          hours.every((hour) => !hour || isOver(hour) || (hour === last ? isEnough(hour) : this.endMs !== undefined));
        if (!isWhole && !isLate && !this.#isDisposed) return;
        this.#waiting.delete(check);
        view.dispose();
        resolve(this.#isDisposed ? null : hours);
      };
      const view = this.#tiles.open(() => check(false));
      this.#waiting.add(check);
      view.show(requests.map((request) => ({ kind: 'trades', request })));
      check(false);
    });
  }

  /** Ends all waits with what there is. */
  giveUp(): void {
    for (const check of this.#waiting) check(true);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.giveUp();
  }
}

const isOver = ({ fromMs, untilMs }: TradeTile): boolean => untilMs >= fromMs + TRADE_TILE_MS;
