// Seeded streams of fund commands among orders that move the books: valid, foreign, late and uncovered.
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { BOT, BTC, COIN, DOGE, PERPETUAL, USDT, credit, place } from './spot-fixture.ts';
import { type Draw, drawsOf } from '../data/random-source.ts';
import { seeded } from '../data/seeded-random.ts';

export const USERS = [10_001, 10_002, 10_003, 10_004];
const COINS = [USDT, BTC, DOGE];

interface OpenFund {
  id: number;
  uid: number;
  kind: 'recharge' | 'withdraw';
}

/** What the stream reads of the machine it drives. */
export interface Driven {
  lastFundId(): number;
  openFunds(): OpenFund[];
  botOrders(coinInfoId: number): number[];
}

export function* fundStream(seed: number, count: number, driven: Driven): Generator<Command> {
  const stream = new FundStream(seed, driven);
  yield* stream.credits();
  for (let at = 0; at < count; at += 1) yield* stream.step(at);
}

/** Who acts in a step, with how much, and on which deposit or withdrawal. */
interface Step {
  at: number;
  uid: number;
  coinId: number;
  units: bigint;
  /** One that is open; null: `fundId` is any of the latest. */
  aimed: OpenFund | null;
  fundId: number;
  clientNo: string;
}

class FundStream {
  readonly #seed: number;
  readonly #driven: Driven;
  readonly #draw: Draw;
  #btcTicks = 200_000;
  /** Each up to its share of the steps, added to those before it. */
  readonly #kinds: readonly (readonly [upTo: number, kind: (step: Step) => Iterable<Command>])[] = [
    [0.12, () => this.#book()],
    [0.2, (step) => this.#trade(step)],
    [0.23, ({ uid }) => [{ kind: 'cancelAllSpot', uid, coinInfoId: null }]],
    [0.4, (step) => this.#transfer(step)],
    [0.58, (step) => this.#convert(step)],
    [0.66, (step) => this.#deposit(step)],
    [0.76, (step) => this.#withdraw(step)],
    [0.81, (step) => this.#cancel(step)],
    [0.94, (step) => this.#decide(step)],
    [1, ({ fundId }) => [{ kind: 'settleWithdraw', uid: EXCHANGE_UID, fundId }]],
  ];

  constructor(seed: number, driven: Driven) {
    this.#seed = seed;
    this.#driven = driven;
    this.#draw = drawsOf(seeded(seed));
  }

  *credits(): Generator<Command> {
    for (const coinId of COINS) yield credit(BOT, coinId, 50_000_000n * COIN);
    for (const uid of USERS)
      for (const coinId of COINS) yield credit(uid, coinId, BigInt(1 + this.#draw.below(5000)) * COIN);
  }

  step(at: number): Iterable<Command> {
    const { next, below, pick } = this.#draw;
    const uid = pick(USERS);
    const coinId = next() < 0.02 ? pick([PERPETUAL, 999]) : pick(COINS);
    const units =
      next() < 0.03
        ? BigInt(below(3) - 2)
        : BigInt(1 + below(900)) * pick([1n, 977n, COIN / 1000n, COIN, COIN]) + BigInt(below(5));
    const open = this.#driven.openFunds();
    const aimed = open.length > 0 && next() < 0.6 ? pick(open) : null;
    const fundId = aimed?.id ?? Math.max(0, this.#driven.lastFundId() + 2 - below(14));
    const roll = next();
    const [, kind] = this.#kinds.find(([upTo]) => roll < upTo)!;
    return kind({ at, uid, coinId, units, aimed, fundId, clientNo: `f${this.#seed}-${at}` });
  }

  *#book(): Generator<Command> {
    const { next, below, pick } = this.#draw;
    this.#btcTicks = Math.max(50_000, Math.round(this.#btcTicks * (1 + (next() - 0.5) * 0.02)));
    const levels = Array.from({ length: pick([0, 2, 6, 6, 6]) }, (_, level) => level);
    const [coinInfoId, middle, lots] =
      next() < 0.5 ? [BTC, this.#btcTicks, 40_000] : [DOGE, 10_000 + below(400), 20_000];
    yield {
      kind: 'quote',
      uid: BOT,
      coinInfoId,
      cancel: this.#driven.botOrders(coinInfoId).slice(0, 1000),
      place: levels.flatMap((level) => [
        { side: 'buy' as const, priceTicks: middle - 1 - level * below(40) - level, lots: 1 + below(lots) },
        { side: 'sell' as const, priceTicks: middle + 1 + level * below(40) + level, lots: 1 + below(lots) },
      ]),
    };
  }

  *#trade({ uid, clientNo }: Step): Generator<Command> {
    const { below, pick } = this.#draw;
    const side = pick(['buy', 'sell'] as const);
    const priceTicks = this.#btcTicks + below(200) - 100;
    yield place(uid, side, priceTicks, 1 + below(20_000), { tif: pick(['GTC', 'IOC'] as const), clientNo });
  }

  *#transfer({ uid, coinId, units, clientNo }: Step): Generator<Command> {
    yield { kind: 'transfer', uid, coinId, units, to: this.#draw.pick(['spot', 'contract'] as const), clientNo };
  }

  /** Mostly at once, sometimes late, sometimes by another user. */
  *#convert({ at, uid, coinId, units, clientNo }: Step): Generator<Command> {
    const { next, below, pick } = this.#draw;
    const rule = at % 2 === 0 ? 'v1' : 'v2';
    yield { kind: 'quoteConvert', uid, fromCoinId: coinId, toCoinId: pick(COINS), units, rule };
    const lateFor = next() < 0.3 ? below(20) : 0;
    for (let n = 0; n < lateFor; n += 1) yield { kind: 'cancelAllSpot', uid: pick(USERS), coinInfoId: null };
    yield { kind: 'convert', uid: next() < 0.9 ? uid : pick(USERS), quoteId: this.#driven.lastFundId(), clientNo };
  }

  *#deposit({ uid, coinId, units, clientNo }: Step): Generator<Command> {
    yield { kind: 'applyDeposit', uid, coinId, units, chain: 'X', address: 'x', picture: 'p', clientNo };
  }

  *#withdraw({ uid, coinId, units, clientNo }: Step): Generator<Command> {
    const feeUnits = BigInt(this.#draw.below(3)) * (COIN / 1000n);
    yield { kind: 'requestWithdraw', uid, coinId, units, feeUnits, chain: 'X', address: 'x', memo: '', clientNo };
  }

  *#cancel({ uid, aimed, fundId }: Step): Generator<Command> {
    yield { kind: 'cancelWithdraw', uid: aimed && this.#draw.next() < 0.7 ? aimed.uid : uid, fundId };
  }

  *#decide({ aimed, fundId }: Step): Generator<Command> {
    const { next, pick } = this.#draw;
    yield {
      kind: 'decideFund',
      uid: EXCHANGE_UID,
      fundId,
      fundKind: aimed && next() < 0.8 ? aimed.kind : pick(['recharge', 'withdraw'] as const),
      approved: next() < 0.6,
      reason: 'r',
      by: 'b',
      rule: fundId % 2 === 0 ? 'v1' : 'v2',
    };
  }
}
