// Fixtures of the feed tests: instruments, a store in memory, a client book.
import { ASK, BID, type SideCode, levelHash } from '../../../core/feed/checksum.ts';
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import type { CallDeps } from '../../../server/gateway/call-runner.ts';
import { RateLimits } from '../../../server/gateway/rate-limits.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import type { Rows, Step, Store, Value } from '../../../server/store/store.ts';
import type { TopicMessage } from '../../../server/feed/topics/topic-message.ts';
import type { Reader } from '../../../server/feed/topics/topic.ts';
import { coin } from '../feed/coin.ts';

export function infoOf(id: number, change: Partial<CoinInfo> = {}): CoinInfo {
  return {
    ...coin(id),
    amountPrecision: 5,
    amountStep: '0.00001',
    minAmount: '0.00001',
    spotMakerFee: '0.001',
    spotTakerFee: '0.001',
    ...change,
  };
}

/** Store in memory with the feed's table of candles; supports exactly the statements of candle-history.ts. */
export class MemoryStore implements Store {
  readonly chunks = new Map<string, { coin_info_id: bigint; period: string; chunk: number; data: Uint8Array }>();
  /** Set it to make the next write fail. */
  failsNextWrite = false;

  async all<T extends object>(sql: string): Promise<T[]> {
    if (sql.includes('candle_trade')) return [];
    return [...this.chunks.values()].sort(
      (a, b) => Number(a.coin_info_id - b.coin_info_id) || a.period.localeCompare(b.period) || a.chunk - b.chunk,
    ) as T[];
  }
  async first<T extends object>(): Promise<T | undefined> {
    return undefined;
  }
  async each(): Promise<never[]> {
    throw new Error('not used');
  }
  async run(): Promise<void> {
    throw new Error('not used');
  }
  async many(sql: string, rows: Value[][]): Promise<void> {
    if (this.failsNextWrite) throw new Error('disk full');
    if (sql.includes('candle_trade')) return;
    for (const [id, period, chunk, data] of rows) {
      if (sql.startsWith('INSERT')) {
        this.chunks.set(`${id}:${period}:${chunk}`, {
          coin_info_id: BigInt(Number(id)),
          period: String(period),
          chunk: Number(chunk),
          data: (data as Uint8Array).slice(),
        });
      } else {
        for (const [key, row] of this.chunks) {
          if (row.coin_info_id === BigInt(Number(id)) && row.period === period && row.chunk < Number(chunk))
            this.chunks.delete(key);
        }
      }
    }
  }
  async batch(steps: Step[]): Promise<void> {
    for (const [sql, rows] of steps) await this.many(sql, rows);
  }
  readonly kind = 'sqlite';
  async transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return work(this);
  }
  async close(): Promise<void> {
    this.chunks.clear();
  }
}

/** Calls of a feed without an exchange: every session is refused. */
export const NO_CALLS: CallDeps = {
  handlers: {} as CallDeps['handlers'],
  sessionOf: async () => null,
  limits: new RateLimits(false, Date.now),
  isFrozen: () => false,
  now: Date.now,
  log: (event, error) => {
    throw new Error(event, { cause: error });
  },
};

// oxlint-disable-next-line typescript/no-explicit-any
export type Message = any;

/** Reader that records the messages of a topic. */
export class RecordingReader implements Reader {
  readonly messages: Message[] = [];
  bytes = 0;
  receive({ text }: TopicMessage): void {
    this.bytes += text.length;
    this.messages.push(JSON.parse(text));
  }
  last(): Message {
    return this.messages.at(-1);
  }
}

/** Steps of a decimal that is printed with all decimals of a grid whose step is a power of ten. */
function steps(text: string): number {
  return Number(text.replace('.', ''));
}

/** Naive client book: two maps, deltas applied, cut to depth. */
export class ClientBook {
  readonly sides: Record<SideCode, Map<number, number>> = { 1: new Map(), 2: new Map() };
  seq = -1;
  cs = 0;
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  apply(message: Message): void {
    if (message.kind === 'snapshot') {
      this.sides[BID].clear();
      this.sides[ASK].clear();
    } else if (message.prevSeq !== this.seq) {
      throw new Error(`gap: ${message.prevSeq} after ${this.seq}`);
    }
    this.seq = message.seq;
    this.cs = message.data.cs;
    this.#set(BID, message.data.bids ?? message.data.b);
    this.#set(ASK, message.data.asks ?? message.data.a);
  }

  /** Best first. */
  levels(side: SideCode): [number, number][] {
    return [...this.sides[side]].sort((a, b) => (side === BID ? b[0] - a[0] : a[0] - b[0]));
  }

  checksum(): number {
    let sum = 0;
    for (const side of [BID, ASK] as const)
      for (const [price, lots] of this.sides[side]) sum = (sum + levelHash(side, price, lots)) | 0;
    return sum >>> 0;
  }

  #set(side: SideCode, levels: [string, string][]): void {
    const map = this.sides[side];
    for (const [p, q] of levels) {
      if (q === '0') map.delete(steps(p));
      else map.set(steps(p), steps(q));
    }
    if (this.#depth === 0) return;
    for (const [ticks] of this.levels(side).slice(this.#depth)) map.delete(ticks);
  }
}

/** A batch of random level events around a moving middle, sometimes far from it. */
export function randomLevels(chance: () => number, middle: number, count: number): MarketEvent[] {
  return Array.from({ length: count }, () => {
    const side: SideCode = chance() < 0.5 ? BID : ASK;
    const away = 1 + Math.floor(chance() ** 3 * 60);
    const lots = chance() < 0.4 ? 0 : 1 + Math.floor(chance() * 1000);
    return {
      kind: 'level' as const,
      coinInfoId: 2,
      side,
      priceTicks: side === BID ? middle - away : middle + away,
      lots,
    };
  });
}
