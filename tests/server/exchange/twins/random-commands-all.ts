// Seeded streams of all kinds of commands on one exchange, around prices that change and jump.
import { type Command, EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import type { MachineQueries } from '../../../../server/exchange/machine-queries.ts';
import type { FundKind } from '../../../../server/exchange/funds/fund.ts';
import { BOT_TAKER, INSURANCE_UID, TICKS, fund } from '../../../support/exchange/contract-fixture.ts';
import { BOT, BTC, COIN, DOGE, USDT, credit } from '../../../support/exchange/spot-fixture.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { RandomMarket } from './random-market.ts';
import type { Plan } from './random-scenario.ts';

/**
 * Credits first (some users stay poor), which are not counted; then commands by their share. In the last third of the
 * run delistings are announced for its last tenth.
 */
export function* allKindsStream(seed: number, plan: Plan, machine: MachineQueries): Generator<Command> {
  const exchange = new TestExchange(seed, plan, machine);
  yield* exchange.funds();
  for (let at = 0; at < plan.count; at += 1) yield exchange.next(at);
}

/** When, as a fraction of the run, a delisting is announced, and when it takes place. */
const ANNOUNCED = 0.66;
const ENDS = 0.92;

type Kind = (uid: number, clientNo: string) => Command;

class TestExchange {
  readonly #machine: MachineQueries;
  readonly #seed: number;
  readonly #plan: Plan;
  readonly #prices: RandomMarket;
  /** Perpetuals whose delisting is still to be announced. */
  #ending: number[];
  #at = 0;
  /** The user of the command. */
  #uid = 0;
  /** The user of the latest quote, and its id. */
  #quoted = { uid: 0, quoteId: 0 };
  readonly #kinds: readonly (readonly [share: number, kind: Kind])[];

  constructor(seed: number, plan: Plan, machine: MachineQueries) {
    this.#seed = seed;
    this.#plan = plan;
    this.#ending = plan.world.perps.filter((_, at) => at % 2 === 0);
    this.#machine = machine;
    this.#prices = new RandomMarket(plan.world, seeded(seed));
    this.#kinds = [
      [10, () => this.#bookSpot()],
      [4, () => this.#bookDoge()],
      [9, () => this.#bookPerpetual()],
      [40, () => ({ kind: 'clock', uid: EXCHANGE_UID })],
      [16, (uid, clientNo) => this.#limit(uid, clientNo)],
      [5, (uid, clientNo) => this.#market(uid, clientNo)],
      [4, (uid) => this.#cancel(uid)],
      [
        0.5,
        (uid) => ({ kind: 'cancelAllSpot', uid, coinInfoId: this.#prices.pick([null, ...this.#plan.world.spots]) }),
      ],
      [9, (uid, clientNo) => this.#contract(uid, clientNo)],
      [2, () => this.#perpetualTaker()],
      [
        3,
        (uid, clientNo) => ({
          kind: 'closeContract',
          uid,
          contractId: this.#contractId(),
          lots: this.#prices.pick([0, 0, 1, 5, 40]),
          slipE8: this.#prices.slip(),
          ...this.#own(),
          clientNo,
        }),
      ],
      [
        2,
        (uid) => ({
          kind: 'cancelContract',
          uid,
          contractIds: this.#prices.random() < 0.2 ? null : [this.#contractId(), this.#contractId()],
          coinInfoId: null,
        }),
      ],
      [2, (uid, clientNo) => this.#replace(uid, clientNo)],
      [3, (uid) => this.#trigger(uid)],
      [
        3,
        (uid, clientNo) => ({
          kind: 'addMargin',
          uid,
          contractId: this.#contractId(),
          units: BigInt(this.#prices.whole(200) - 80) * COIN + BigInt(this.#prices.whole(1000)),
          clientNo,
        }),
      ],
      [
        0.3,
        (uid, clientNo) => ({
          kind: 'closeAllContracts',
          uid,
          coinInfoId: this.#prices.pick([null, ...this.#plan.world.perps]),
          direction: this.#prices.pick([null, 'long', 'short'] as const),
          clientNo,
        }),
      ],
      [5, (uid, clientNo) => this.#seconds(uid, clientNo)],
      [
        3,
        (uid, clientNo) => ({
          kind: 'transfer',
          uid,
          coinId: this.#prices.anyCoin(),
          units: this.#prices.units(),
          to: this.#prices.pick(['spot', 'contract'] as const),
          clientNo,
        }),
      ],
      [2, (uid) => this.#quote(uid)],
      [
        2,
        (uid, clientNo) => ({
          kind: 'convert',
          ...this.#quoted,
          ...(this.#prices.random() < 0.1 ? { uid } : {}),
          clientNo,
        }),
      ],
      [
        1.5,
        (uid, clientNo) => ({
          kind: 'applyDeposit',
          uid,
          coinId: this.#prices.anyCoin(),
          units: this.#prices.units(),
          chain: 'X',
          address: 'x',
          picture: 'p',
          clientNo,
        }),
      ],
      [
        2,
        (uid, clientNo) => ({
          kind: 'requestWithdraw',
          uid,
          coinId: this.#prices.anyCoin(),
          units: this.#prices.units(),
          feeUnits: BigInt(this.#prices.whole(3)) * (COIN / 1000n),
          chain: 'X',
          address: 'x',
          memo: '',
          clientNo,
        }),
      ],
      [
        0.7,
        (uid) =>
          this.#ofFund((fund) => ({
            kind: 'cancelWithdraw',
            uid: fund?.uid ?? uid,
            fundId: fund?.id ?? this.#fundId(),
          })),
      ],
      [
        2.5,
        () =>
          this.#ofFund((fund) => ({
            kind: 'decideFund',
            uid: EXCHANGE_UID,
            fundId: fund?.id ?? this.#fundId(),
            fundKind: fund?.kind ?? 'withdraw',
            approved: this.#prices.random() < 0.6,
            reason: 'r',
            by: 'b',
          })),
      ],
      [
        2,
        () =>
          this.#ofFund((fund) => ({ kind: 'settleWithdraw', uid: EXCHANGE_UID, fundId: fund?.id ?? this.#fundId() })),
      ],
      [0.3, () => this.#end()],
      [
        0.5,
        (uid) =>
          this.#prices.random() < 0.5
            ? fund(uid, BigInt(1 + this.#prices.whole(500)))
            : credit(uid, USDT, BigInt(this.#prices.whole(1000)) * COIN),
      ],
    ];
  }

  *funds(): Generator<Command> {
    for (const uid of [BOT, BOT_TAKER])
      for (const coinId of [...this.#plan.world.coins, ...this.#plan.world.perps])
        yield credit(uid, coinId, 500_000_000n * COIN);
    for (const uid of this.#plan.world.users) {
      for (const coinId of this.#plan.world.coins)
        yield credit(
          uid,
          coinId,
          BigInt(this.#prices.pick([10, 300, 20_000]) + this.#prices.whole(300)) * COIN +
            BigInt(this.#prices.whole(1000)),
        );
      yield fund(uid, BigInt(this.#prices.pick([50, 2000, 20_000, 300_000])));
    }
    yield fund(INSURANCE_UID, 5_000n);
  }

  next(at: number): Command {
    this.#at = at;
    const ending = at > this.#plan.count * ANNOUNCED ? this.#ending.pop() : undefined;
    if (ending !== undefined)
      return {
        kind: 'delistMarket',
        uid: EXCHANGE_UID,
        coinInfoId: ending,
        atMs: this.#plan.timeOf(Math.floor(this.#plan.count * ENDS)),
      };
    if (this.#prices.random() < 0.15) this.#prices.wander(this.#prices.coin('btc'));
    const shares = this.#kinds.reduce((sum, [share]) => sum + share, 0);
    let left = this.#prices.random() * shares;
    const kind = this.#kinds.find(([share]) => (left -= share) < 0) ?? this.#kinds[0]!;
    this.#uid = this.#prices.pick(this.#plan.world.users);
    return kind[1](this.#uid, `a${this.#seed}-${at}`);
  }

  /** A bot's new book, sometimes thin or empty. */
  #ladder(coinInfoId: number, middleTicks: number, stepTicks: number, lots: () => number): Command {
    const cancel = this.#machine
      .openOrders(BOT, coinInfoId)
      .map(({ id }) => id)
      .slice(0, 1000);
    const place = Array.from({ length: this.#prices.pick([0, 3, 6, 6, 8]) }, (_, level) => level).flatMap((level) => [
      { side: 'buy' as const, priceTicks: middleTicks - (level + 1) * stepTicks - this.#prices.whole(3), lots: lots() },
      {
        side: 'sell' as const,
        priceTicks: middleTicks + (level + 1) * stepTicks + this.#prices.whole(3),
        lots: lots(),
      },
    ]);
    return { kind: 'quote', uid: BOT, coinInfoId, cancel, place };
  }

  #bookSpot(): Command {
    const coin = this.#prices.coin('btc');
    return this.#ladder(coin, this.#prices.price(coin) * 20, 20, () => 1000 + this.#prices.whole(100_000));
  }

  #bookDoge(): Command {
    return this.#ladder(DOGE, this.#prices.moveDoge(), 5, () => 100 + this.#prices.whole(20_000));
  }

  #bookPerpetual(): Command {
    const perp = this.#prices.perp();
    return this.#ladder(
      perp,
      Math.round(this.#prices.price(perp) * TICKS * (1 + (this.#prices.random() - 0.5) * 0.001)),
      4,
      () => this.#prices.pick([20, 400, 4000]),
    );
  }

  /** A delisting too soon, for a time that never comes, or called off; only before the real one. */
  #end(): Command {
    const coinInfoId = this.#prices.random() < 0.2 ? this.#prices.pick([BTC, 999]) : this.#prices.perp();
    const soon = this.#plan.timeOf(this.#at);
    if (this.#at > this.#plan.count * ANNOUNCED) return { kind: 'clock', uid: EXCHANGE_UID };
    return {
      kind: 'delistMarket',
      uid: EXCHANGE_UID,
      coinInfoId,
      atMs: this.#prices.pick([0, 0, soon, soon + 30 * 86_400_000]),
    };
  }

  #limit(uid: number, clientNo: string): Command {
    const coinInfoId = this.#prices.coin();
    const tif = this.#prices.pick(['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const);
    return {
      kind: 'placeSpot',
      uid,
      coinInfoId,
      side: this.#prices.pick(['buy', 'sell'] as const),
      orderType: 'limit',
      ...this.#prices.near(coinInfoId),
      totalUnits: 0n,
      tif,
      postOnly: tif === 'GTC' && this.#prices.random() < 0.1,
      clientNo,
    };
  }

  #market(uid: number, clientNo: string): Command {
    const coinInfoId = this.#prices.coin();
    const side = this.#prices.pick(['buy', 'sell'] as const);
    const byTotal = side === 'buy' && this.#prices.random() < 0.5;
    const totalUnits = byTotal
      ? BigInt(1 + this.#prices.whole(300)) * COIN + BigInt(this.#prices.whole(1_000_000))
      : 0n;
    return {
      kind: 'placeSpot',
      uid,
      coinInfoId,
      side,
      orderType: 'market',
      priceTicks: 0,
      lots: byTotal ? 0 : this.#prices.near(coinInfoId).lots,
      totalUnits,
      tif: this.#prices.pick(['GTC', 'IOC', 'FOK'] as const),
      postOnly: false,
      clientNo,
    };
  }

  #cancel(uid: number): Command {
    const own = this.#machine.openOrders(uid, null);
    const one = (): number =>
      own.length > 0 && this.#prices.random() < 0.7
        ? this.#prices.pick(own).id
        : Math.max(1, this.#machine.counters().orderId + 2 - this.#prices.whole(150));
    return { kind: 'cancelSpot', uid, orderIds: Array.from({ length: 1 + this.#prices.whole(4) }, one) };
  }

  /** Mostly an open one of the user's own, else any of the latest. */
  #contractId(): number {
    const own = this.#machine.openContracts(this.#uid, null);
    if (own.length > 0 && this.#prices.random() < 0.8) return this.#prices.pick(own).id;
    return Math.max(1, this.#machine.counters().contractId + 1 - this.#prices.whole(30));
  }

  /** A limit price for one in five. */
  #replace(uid: number, clientNo: string, { limitTicks = 1 } = this.#own()): Command {
    return { kind: 'replaceContract', uid, contractId: this.#contractId(), lots: 0, limitTicks, clientNo };
  }

  #own(): { limitTicks?: number } {
    return this.#prices.random() < 0.2
      ? { limitTicks: this.#prices.beyond(this.#prices.perp(), 'long', (this.#prices.random() - 0.5) * 0.004) }
      : {};
  }

  #contract(uid: number, clientNo: string): Command {
    const direction = this.#prices.pick(['long', 'short'] as const);
    const perp = this.#prices.perp();
    const limitTicks =
      this.#prices.random() < 0.45
        ? Math.round(this.#prices.price(perp) * TICKS * (1 + (this.#prices.random() - 0.5) * 0.004))
        : 0;
    return {
      kind: 'placeContract',
      uid,
      coinInfoId: this.#prices.random() < 0.01 ? BTC : perp,
      direction,
      orderType: limitTicks > 0 ? 'limit' : 'market',
      multiple: this.#prices.pick([1, 2, 5, 10, 20, 50, 100, 100, 7]),
      lots: this.#prices.pick([1, 10, 50, 200, 1 + this.#prices.whole(3000)]),
      limitTicks,
      profitTicks:
        this.#prices.random() < 0.25 ? this.#prices.beyond(perp, direction, 0.002 + this.#prices.random() * 0.03) : 0,
      lossTicks:
        this.#prices.random() < 0.25 ? this.#prices.beyond(perp, direction, -0.002 - this.#prices.random() * 0.008) : 0,
      triggerBy: this.#prices.pick(['mark', 'last'] as const),
      slipE8: this.#prices.slip(),
      clientNo,
    };
  }

  #trigger(uid: number): Command {
    const contractId = this.#contractId();
    const perp =
      this.#machine.openContracts(this.#uid, null).find(({ id }) => id === contractId)?.coinInfoId ??
      this.#prices.perp();
    const priceTicks =
      this.#prices.random() < 0.2 ? 0 : this.#prices.beyond(perp, 'long', (this.#prices.random() - 0.5) * 0.04);
    return {
      kind: this.#prices.pick(['setProfit', 'setLoss'] as const),
      uid,
      contractId,
      priceTicks,
      triggerBy: this.#prices.pick([undefined, 'mark', 'last'] as const),
    };
  }

  #perpetualTaker(): Command {
    const perp = this.#prices.perp();
    return {
      kind: 'placeSpot',
      uid: BOT_TAKER,
      coinInfoId: perp,
      side: this.#prices.pick(['buy', 'sell'] as const),
      orderType: 'limit',
      priceTicks: this.#prices.beyond(perp, 'long', (this.#prices.random() - 0.5) * 0.004),
      lots: 1 + this.#prices.whole(2000),
      totalUnits: 0n,
      tif: this.#prices.pick(['IOC', 'GTC'] as const),
      postOnly: false,
      clientNo: '',
    };
  }

  #seconds(uid: number, clientNo: string): Command {
    const seenUnits =
      this.#prices.random() < 0.5 ? BigInt(this.#prices.price(BTC) + this.#prices.whole(20) - 10) * COIN : 0n;
    return {
      kind: 'placeSeconds',
      uid,
      coinInfoId: this.#prices.random() < 0.03 ? this.#prices.pick([DOGE, 999]) : BTC,
      direction: this.#prices.pick(['up', 'down'] as const),
      periodS: this.#prices.pick([30, 30, 60, 120, 7]),
      amountUnits: BigInt(this.#prices.pick([5, 10, 100, 1000, 5000, 6000])) * COIN + BigInt(this.#prices.whole(3)),
      seenUnits,
      slipE8: this.#prices.random() < 0.5 ? this.#prices.whole(200_000) : 0,
      profitRateE8: this.#prices.random() < 0.9 ? null : 70_000_000,
      clientNo,
    };
  }

  #quote(uid: number): Command {
    this.#quoted = { uid, quoteId: this.#machine.counters().fundId + 1 };
    return {
      kind: 'quoteConvert',
      uid,
      fromCoinId: this.#prices.anyCoin(),
      toCoinId: this.#prices.pick(this.#plan.world.coins),
      units: this.#prices.units(),
      rule: 'v2',
    };
  }

  /** Mostly about something that is still open. */
  #ofFund(make: (fund: { id: number; uid: number; kind: FundKind } | null) => Command): Command {
    const open = this.#machine.openFunds();
    return make(open.length > 0 && this.#prices.random() < 0.8 ? this.#prices.pick(open) : null);
  }

  #fundId(): number {
    return Math.max(0, this.#machine.counters().fundId + 2 - this.#prices.whole(60));
  }
}
