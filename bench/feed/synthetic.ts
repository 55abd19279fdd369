// A synthetic market: a random walk of 200 levels a side, as book deltas, trades and tickers with true checksums.
import { ASK, BID, type SideCode, levelChange } from '../../core/feed/checksum.ts';
import { coin } from '../../tests/support/feed/coin.ts';
import { seeded } from '../../tests/support/data/seeded-random.ts';
import type { Tape } from '../harness/recorded-tape.ts';

const DEPTH = 200;
const LEVELS = 4;
const MIDDLE = 6_000_000;

/** `count` messages: six of ten are book deltas of four levels, three are trades, one is a ticker. */
export function synthetic(count: number): { tape: Pick<Tape, 'infos' | 'depth'>; texts: string[] } {
  const infos = [coin(2)];
  const random = seeded(7);
  const maker = new Maker(random);
  const texts = [maker.snapshot()];
  while (texts.length < count) {
    const roll = random();
    texts.push(roll < 0.6 ? maker.delta() : roll < 0.9 ? maker.trade() : maker.ticker());
  }
  return { tape: { infos, depth: 0 }, texts };
}

class Maker {
  readonly #random: () => number;
  readonly #sides: Record<SideCode, Map<number, number>> = { 1: new Map(), 2: new Map() };
  #cs = 0;
  #seq = 0;
  #tradeId = 0;

  constructor(random: () => number) {
    this.#random = random;
    for (let rank = 1; rank <= DEPTH; rank++)
      for (const side of [BID, ASK])
        this.#set(side, side === BID ? MIDDLE - rank : MIDDLE + rank, 1 + Math.floor(random() * 1e6));
  }

  snapshot(): string {
    const list = (side: SideCode): string[][] => [...this.#sides[side]].map(([ticks, lots]) => level(ticks, lots));
    return this.#book('snapshot', 0, { asks: list(ASK), bids: list(BID), cs: this.#cs });
  }

  /** Levels change near the middle most; one in four goes, or comes back. */
  delta(): string {
    const changed: Record<SideCode, string[][]> = { 1: [], 2: [] };
    for (let i = 0; i < LEVELS; i++) {
      const side = this.#random() < 0.5 ? BID : ASK;
      const away = 1 + Math.floor(this.#random() ** 3 * DEPTH);
      const ticks = side === BID ? MIDDLE - away : MIDDLE + away;
      const lots = this.#random() < 0.25 && this.#sides[side].has(ticks) ? 0 : 1 + Math.floor(this.#random() * 1e6);
      this.#set(side, ticks, lots);
      changed[side].push(level(ticks, lots));
    }
    this.#seq++;
    return this.#book('delta', this.#seq - 1, { a: changed[ASK], b: changed[BID], cs: this.#cs });
  }

  trade(): string {
    const id = ++this.#tradeId;
    const [price = '', amount = ''] = level(
      MIDDLE + Math.floor(this.#random() * 20) - 10,
      1 + Math.floor(this.#random() * 1e5),
    );
    return this.#message('trades', '"coinInfoId":2,', 'delta', id, id - 1, [
      { id, price, amount, side: this.#random() < 0.5 ? 'buy' : 'sell', ts: this.#ts() },
    ]);
  }

  ticker(): string {
    const [last] = level(MIDDLE + Math.floor(this.#random() * 20) - 10, 1);
    return this.#message('tickers', '', 'delta', 1, 0, [
      {
        coinInfoId: 2,
        last,
        vol24h: (this.#random() * 1e6).toFixed(3),
        amount24h: (this.#random() * 1e9).toFixed(2),
        ts: this.#ts(),
      },
    ]);
  }

  #set(side: SideCode, ticks: number, lots: number): void {
    const levels = this.#sides[side];
    this.#cs = (this.#cs + levelChange(side, ticks, levels.get(ticks) ?? 0, lots)) >>> 0;
    if (lots === 0) levels.delete(ticks);
    else levels.set(ticks, lots);
  }

  #book(kind: string, prevSeq: number, data: object): string {
    return this.#message('books', '"coinInfoId":2,"depth":0,"interval":0,', kind, this.#seq, prevSeq, data);
  }

  #message(channel: string, rest: string, kind: string, seq: number, prevSeq: number, data: object): string {
    return `{"type":"data","channel":"${channel}",${rest}"kind":"${kind}","seq":${seq},"prevSeq":${prevSeq},"ts":${this.#ts()},"pts":${this.#ts()},"data":${JSON.stringify(data)}}`;
  }

  #ts(): number {
    return 1_700_000_000_000 + this.#tradeId;
  }
}

function level(ticks: number, lots: number): string[] {
  return [(ticks / 100).toFixed(2), lots === 0 ? '0' : (lots / 1000).toFixed(3)];
}
