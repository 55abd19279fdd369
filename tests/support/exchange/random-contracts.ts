// Seeded streams of contract, spot and funding commands around a price that changes and jumps.
import type { Command } from '../../../server/exchange/command.ts';
import { EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { BOT_TAKER, INSURANCE_UID, PERP, SPOT, TICKS, fund } from './contract-fixture.ts';
import { BOT, COIN, USDT, place } from './spot-fixture.ts';
import { type Draw, drawsOf } from '../data/random-source.ts';
import { seeded } from '../data/seeded-random.ts';

export const USERS = [10_001, 10_002, 10_003, 10_004, 10_005, 10_006];

/** What the stream reads of the machine it drives. */
export interface Driven {
  lastContractId(): number;
  botOrders(coinInfoId: number): number[];
}

export function* contractStream(seed: number, count: number, driven: Driven): Generator<Command> {
  const stream = new ContractStream(seed, driven);
  yield* stream.credits();
  for (let at = 0; at < count; at += 1) yield* stream.step(at);
}

/** Who acts in a step, on which contract, and at which prices. */
interface Step {
  uid: number;
  contractId: number;
  clientNo: string;
  direction: 'long' | 'short';
  /** A price of the perpetual near the market's. */
  nearTicks: number;
  /** A price of the perpetual by so many parts to the side where the direction gains. */
  beyondTicks(parts: number): number;
}

class ContractStream {
  readonly #seed: number;
  readonly #driven: Driven;
  readonly #draw: Draw;
  /** Of a coin, in USDT. */
  #price = 20_000;
  /** Each up to its share of the steps, added to those before it. */
  readonly #kinds: readonly (readonly [upTo: number, kind: (step: Step) => Iterable<Command>])[] = [
    [0.16, () => this.#spotBook()],
    [0.3, () => this.#perpetualBook()],
    [0.46, () => this.#beats()],
    [0.72, (step) => this.#open(step)],
    [0.78, (step) => this.#close(step)],
    [0.79, (step) => this.#replace(step)],
    [0.82, (step) => this.#cancel(step)],
    [0.895, (step) => this.#setTrigger(step)],
    [0.92, (step) => this.#changeMargin(step)],
    [0.925, (step) => this.#closeAll(step)],
    [0.96, (step) => this.#botTakes(step)],
    [0.99, (step) => this.#tradeSpot(step)],
    [1, (step) => [fund(step.uid, BigInt(1 + this.#draw.below(500)))]],
  ];

  constructor(seed: number, driven: Driven) {
    this.#seed = seed;
    this.#driven = driven;
    this.#draw = drawsOf(seeded(seed));
  }

  /** Some users stay poor. */
  *credits(): Generator<Command> {
    for (const uid of [BOT, BOT_TAKER])
      for (const coinId of [USDT, SPOT, PERP])
        yield { kind: 'credit', uid, wallet: 'spot', coinId, units: 80_000_000n * COIN, recordType: 'bot', remark: '' };
    for (const uid of USERS) {
      yield fund(uid, BigInt(this.#draw.pick([50, 2000, 20_000, 300_000])));
      yield {
        kind: 'credit',
        uid,
        wallet: 'spot',
        coinId: USDT,
        units: 20_000n * COIN,
        recordType: 'test',
        remark: '',
      };
    }
    yield fund(INSURANCE_UID, 5_000n);
  }

  step(at: number): Iterable<Command> {
    const { next, below, pick } = this.#draw;
    const uid = pick(USERS);
    const contractId = Math.max(1, this.#driven.lastContractId() + 1 - below(30));
    const direction = pick(['long', 'short'] as const);
    const nearTicks = this.#ticks(1 + (next() - 0.5) * 0.004);
    const beyondTicks = (parts: number): number => this.#ticks(1 + (direction === 'long' ? parts : -parts));
    const roll = next();
    const [, kind] = this.#kinds.find(([upTo]) => roll < upTo)!;
    return kind({ uid, contractId, clientNo: `r${this.#seed}-${at}`, direction, nearTicks, beyondTicks });
  }

  /** The price in ticks of the perpetual, times a factor. */
  #ticks(factor: number): number {
    return Math.round(this.#price * TICKS * factor);
  }

  /** A new book of the bot. */
  #ladder(coinInfoId: number, ticks: number, lots: () => number, levels: number): Command {
    const { below } = this.#draw;
    return {
      kind: 'quote',
      uid: BOT,
      coinInfoId,
      cancel: this.#driven.botOrders(coinInfoId).slice(0, 1000),
      place: Array.from({ length: levels }, (_, at) => 1 + at * 3).flatMap((far) => [
        { side: 'buy' as const, priceTicks: ticks - far - below(3), lots: lots() },
        { side: 'sell' as const, priceTicks: ticks + far + below(3), lots: lots() },
      ]),
    };
  }

  *#spotBook(): Generator<Command> {
    const { next, below } = this.#draw;
    this.#price = Math.max(9_000, Math.round(this.#price * (1 + (next() - 0.5) * (next() < 0.12 ? 0.1 : 0.006))));
    yield this.#ladder(SPOT, this.#price * 20, () => 50_000 + below(100_000), 4);
  }

  /** Sometimes a thin book, sometimes none. */
  *#perpetualBook(): Generator<Command> {
    const { next, pick } = this.#draw;
    const levels = pick([0, 3, 8, 8, 8, 12]);
    yield this.#ladder(PERP, this.#ticks(1 + (next() - 0.5) * 0.001), () => pick([20, 400, 4000]), levels);
  }

  /** Triggers need two marks in a row. */
  *#beats(): Generator<Command> {
    yield { kind: 'clock', uid: EXCHANGE_UID };
    if (this.#draw.next() < 0.6) yield { kind: 'clock', uid: EXCHANGE_UID };
  }

  *#open({ uid, direction, nearTicks, beyondTicks, clientNo }: Step): Generator<Command> {
    const { next, below, pick } = this.#draw;
    const limitTicks = next() < 0.45 ? nearTicks : 0;
    yield {
      kind: 'placeContract',
      uid,
      coinInfoId: next() < 0.01 ? SPOT : PERP,
      direction,
      orderType: limitTicks > 0 ? 'limit' : 'market',
      multiple: pick([1, 2, 5, 10, 20, 50, 100, 100, 7]),
      lots: pick([1, 10, 50, 200, 1 + below(3000)]),
      limitTicks,
      profitTicks: next() < 0.25 ? beyondTicks(0.0008 + next() * 0.012) : 0,
      lossTicks: next() < 0.25 ? beyondTicks(-0.0008 - next() * 0.006) : 0,
      triggerBy: pick(['mark', 'last'] as const),
      slipE8: next() < 0.1 ? below(300_000) : 0,
      clientNo,
    };
  }

  *#close({ uid, contractId, nearTicks, clientNo }: Step): Generator<Command> {
    const { next, below, pick } = this.#draw;
    yield {
      kind: 'closeContract',
      uid,
      contractId,
      lots: pick([0, 0, 1, 5, 40]),
      slipE8: next() < 0.1 ? below(300_000) : 0,
      ...(next() < 0.2 ? { limitTicks: nearTicks } : {}),
      clientNo,
    };
  }

  *#replace({ uid, contractId, nearTicks, clientNo }: Step): Generator<Command> {
    const lots = this.#draw.pick([0, 0, 10, 5000]);
    yield { kind: 'replaceContract', uid, contractId, lots, limitTicks: nearTicks, clientNo };
  }

  *#cancel({ uid, contractId }: Step): Generator<Command> {
    const contractIds = this.#draw.next() < 0.2 ? null : [contractId, contractId + 1];
    yield { kind: 'cancelContract', uid, contractIds, coinInfoId: null };
  }

  *#setTrigger({ uid, contractId, beyondTicks }: Step): Generator<Command> {
    const { next, pick } = this.#draw;
    yield {
      kind: pick(['setProfit', 'setLoss'] as const),
      uid,
      contractId,
      priceTicks: next() < 0.2 ? 0 : beyondTicks((next() - 0.5) * 0.012),
      lots: pick([undefined, 0, 1, 5, 40]),
      triggerBy: pick([undefined, 'mark', 'last'] as const),
    };
  }

  *#changeMargin({ uid, contractId, clientNo }: Step): Generator<Command> {
    const { below } = this.#draw;
    const units = BigInt(below(200) - 80) * COIN + BigInt(below(1000));
    yield { kind: 'addMargin', uid, contractId, units, clientNo };
  }

  *#closeAll({ uid, clientNo }: Step): Generator<Command> {
    const { pick } = this.#draw;
    const coinInfoId = pick([null, PERP]);
    yield { kind: 'closeAllContracts', uid, coinInfoId, direction: pick([null, 'long', 'short'] as const), clientNo };
  }

  *#botTakes({ nearTicks }: Step): Generator<Command> {
    const { below, pick } = this.#draw;
    const side = pick(['buy', 'sell'] as const);
    const lots = 1 + below(2000);
    yield place(BOT_TAKER, side, nearTicks, lots, { coinInfoId: PERP, tif: pick(['IOC', 'GTC'] as const) });
  }

  *#tradeSpot({ uid, clientNo }: Step): Generator<Command> {
    const { below, pick } = this.#draw;
    const side = pick(['buy', 'sell'] as const);
    const priceTicks = this.#price * 20 + below(60) - 30;
    yield place(uid, side, priceTicks, 1 + below(5000), { coinInfoId: SPOT, clientNo });
  }
}
