// Seeded streams of spot commands near a changing price, so that books fill, cross and empty.
import { FIRST_USER_UID, type Command } from '../../../server/exchange/command.ts';
import { type Draw, drawsOf } from '../data/random-source.ts';
import { seeded } from '../data/seeded-random.ts';
import { BTC, COIN, DOGE, USDT, credit, market, place } from './spot-fixture.ts';

export const UIDS = [...[1, 2, 3, 4, 5, 6].map((n) => FIRST_USER_UID + n), 101, 102];
/** Share of the orders that are accepted; a refusal uses no id. */
const ACCEPTED = 0.7;
const QUOTES_ACCEPTED = 0.5;

/**
 * Credits (some users stay poor), then `count` commands. Ids to cancel are drawn from the latest of any owner;
 * `lastOrderId` gives the last order id, else it is estimated.
 */
export function* commandStream(seed: number, count: number, lastOrderId?: () => number): Generator<Command> {
  const stream = new SpotStream(seed, lastOrderId);
  yield* stream.credits();
  for (let at = 0; at < count; at += 1) yield stream.step(at);
}

export function randomCommands(seed: number, count: number): Command[] {
  return [...commandStream(seed, count)];
}

/** Who acts in a step, in which market, and with what order. */
interface Step {
  uid: number;
  coinInfoId: number;
  side: 'buy' | 'sell';
  lots: number;
  priceTicks: number;
  clientNo: string;
}

class SpotStream {
  readonly #seed: number;
  readonly #draw: Draw;
  readonly #lastOrderId: () => number;
  #middleTicks = 2000;
  /** An estimate of the last order id. */
  #placed = 0;
  /** Each up to its share of the steps, added to those before it. */
  readonly #kinds: readonly (readonly [upTo: number, kind: (step: Step) => Command])[] = [
    [0.66, (step) => this.#limit(step)],
    [0.8, (step) => this.#market(step)],
    [0.94, (step) => this.#cancel(step)],
    [0.944, ({ uid }) => ({ kind: 'cancelAllSpot', uid, coinInfoId: this.#draw.pick([null, BTC, DOGE]) })],
    [0.96, ({ uid }) => credit(uid, USDT, BigInt(this.#draw.below(1000)) * COIN)],
    [1, (step) => this.#quote(step)],
  ];

  constructor(seed: number, lastOrderId?: () => number) {
    this.#seed = seed;
    this.#draw = drawsOf(seeded(seed));
    this.#lastOrderId = lastOrderId ?? (() => Math.floor(this.#placed));
  }

  credits(): Command[] {
    const { below, pick } = this.#draw;
    return UIDS.flatMap((uid) =>
      [USDT, BTC, DOGE].map((coinId) =>
        credit(uid, coinId, BigInt(pick([10, 300, 20_000, 50_000]) + below(300)) * COIN + BigInt(below(1000))),
      ),
    );
  }

  step(at: number): Command {
    const { next, below, pick } = this.#draw;
    this.#middleTicks = Math.max(1000, this.#middleTicks + below(7) - 3);
    const uid = pick(UIDS);
    const coinInfoId = pick([BTC, BTC, DOGE]);
    const roll = next();
    const side = pick(['buy', 'sell'] as const);
    // Amounts are often round, so that orders fill exactly.
    const lots =
      coinInfoId === DOGE
        ? pick([100, 250, 1000, 1 + below(3000)])
        : pick([1000, 5000, 10_000, 1 + below(50_000), next() < 0.02 ? 200_000_000 : 2000]);
    const near = coinInfoId === DOGE ? 10 * this.#middleTicks + below(60) - 30 : this.#middleTicks + below(30) - 15;
    const priceTicks = next() < 0.01 ? Math.round(near * 0.85) : near;
    const [, kind] = this.#kinds.find(([upTo]) => roll < upTo)!;
    return kind({ uid, coinInfoId, side, lots, priceTicks, clientNo: `s${this.#seed}-${at}` });
  }

  #limit({ uid, side, priceTicks, lots, coinInfoId, clientNo }: Step): Command {
    this.#placed += ACCEPTED;
    const tif = this.#draw.pick(['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const);
    const postOnly = tif === 'GTC' && this.#draw.next() < 0.1;
    return place(uid, side, priceTicks, lots, { coinInfoId, tif, postOnly, clientNo });
  }

  #market({ uid, side, lots, coinInfoId, clientNo }: Step): Command {
    const { next, below, pick } = this.#draw;
    this.#placed += ACCEPTED;
    const byTotal = side === 'buy' && next() < 0.5;
    const totalUnits = byTotal ? BigInt(1 + below(300)) * COIN + BigInt(below(1_000_000)) : 0n;
    const tif = pick(['GTC', 'IOC', 'FOK'] as const);
    const slippage = next() < 0.3 ? { slipE8: 1 + below(1_000_000) } : {};
    return market(uid, side, byTotal ? 0 : lots, { coinInfoId, totalUnits, tif, ...slippage, clientNo });
  }

  #cancel({ uid }: Step): Command {
    const orderIds = Array.from({ length: 1 + this.#draw.below(8) }, () => this.#latestId(80));
    return { kind: 'cancelSpot', uid, orderIds };
  }

  #quote({ coinInfoId, priceTicks, lots }: Step): Command {
    const { below, pick } = this.#draw;
    const quotes = Array.from({ length: below(5) }, () => ({
      side: pick(['buy', 'sell'] as const),
      priceTicks: priceTicks + below(20) - 10,
      lots,
    }));
    this.#placed += QUOTES_ACCEPTED * quotes.length;
    const uid = pick([101, 102]);
    const cancel = Array.from({ length: below(12) }, () => this.#latestId(100));
    return { kind: 'quote', uid, coinInfoId, cancel, place: quotes };
  }

  /** One of so many latest ids, or one that is not used yet. */
  #latestId(span: number): number {
    return Math.max(1, this.#lastOrderId() + 2 - this.#draw.below(span));
  }
}
