// Ten accounts of one person on several markets: whatever they do with each other and the bots, together they lose.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { type Instrument, USDT_ID, instrumentOf } from '../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { type Direction, unrealised } from '../../../core/risk/margin.ts';
import { lotUnits, stepsToNumber } from '../../../core/units/units.ts';
import { CLEARING_UID, EXCHANGE_UID, FIRST_USER_UID, INSURANCE_UID } from '../../../server/exchange/command.ts';
import type { PlaceContract } from '../../../server/exchange/command.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { type RandomStream, seededSource } from '../../../server/simulation/random-stream.ts';
import { VirtualMarket } from './virtual-market.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_127);
/** Virtual seconds of each way, and how often it is tried. */
const SECONDS = Number(process.env['COLLUDERS_SECONDS'] ?? 60);
const [XRP, DOT, XRP_PERPETUAL] = [6, 13, 106];
const ACCOUNTS = Array.from({ length: 10 }, (_, at) => FIRST_USER_UID + at);
const HONEST = FIRST_USER_UID + 10;
const COIN = 100_000_000n;
const EACH = 100_000n * COIN;
/** XRP that each account may sell: lent, so that its own price is no gain and no loss. */
const LENT = 40_000n * COIN;

class Colluders {
  readonly market: VirtualMarket;
  readonly random: RandomStream;
  #named = 0;

  constructor(seed: number) {
    const source = seededSource(seed);
    this.market = new VirtualMarket([XRP, DOT, XRP_PERPETUAL], source, Date.UTC(2026, 2, 4, 12));
    this.random = source.stream('colluders');
    for (const uid of [...ACCOUNTS, HONEST]) {
      const credit = { kind: 'credit', uid, recordType: 'test', remark: '' } as const;
      for (const wallet of ['spot', 'contract'] as const)
        this.market.submit({ ...credit, wallet, coinId: USDT_ID, units: EACH });
      this.market.submit({ ...credit, wallet: 'spot', coinId: XRP, units: LENT });
    }
  }

  get machine() {
    return this.market.machine;
  }

  instrument(id: number): Instrument {
    return instrumentOf(LISTED_INSTRUMENTS.find((info) => info.id === id)!);
  }

  pick(): number {
    return ACCOUNTS[this.random.below(ACCOUNTS.length)]!;
  }

  best(id: number, side: typeof BID | typeof ASK): number {
    let best = 0;
    this.machine.levels(id, side, (price) => {
      best ||= price;
    });
    return best || this.machine.market(id)!.lastPriceTicks;
  }

  lots(id: number, usdt: number): number {
    const { price, amount } = this.instrument(id);
    return Math.max(1, Math.round(usdt / stepsToNumber(this.best(id, BID), price) / stepsToNumber(1, amount)));
  }

  spot(uid: number, id: number, side: 'buy' | 'sell', priceTicks: number, usdt: number, tif: 'GTC' | 'IOC'): void {
    this.market.submit({
      kind: 'placeSpot',
      uid,
      coinInfoId: id,
      side,
      orderType: 'limit',
      priceTicks,
      lots: this.lots(id, usdt),
      totalUnits: 0n,
      tif,
      postOnly: false,
      clientNo: '',
    });
  }

  contract(uid: number, direction: Direction, usdt: number, multiple: number, more: Partial<PlaceContract> = {}): void {
    this.market.submit({
      kind: 'placeContract',
      uid,
      coinInfoId: XRP_PERPETUAL,
      direction,
      orderType: more.limitTicks ? 'limit' : 'market',
      multiple,
      lots: this.lots(XRP_PERPETUAL, usdt),
      limitTicks: 0,
      profitTicks: 0,
      lossTicks: 0,
      triggerBy: 'mark',
      slipE8: 0,
      clientNo: this.name(),
      ...more,
    });
  }

  name(): string {
    this.#named += 1;
    return `c${this.#named}`;
  }

  close(uid: number): void {
    const all = { uid, coinInfoId: XRP_PERPETUAL, clientNo: this.name() };
    this.market.submit({ kind: 'cancelContract', contractIds: null, ...all });
    this.market.submit({ kind: 'closeAllContracts', direction: null, ...all });
  }

  convert(uid: number, fromCoinId: number, toCoinId: number, units: bigint): void {
    const { answer } = this.market.submit({ kind: 'quoteConvert', uid, fromCoinId, toCoinId, units, rule: 'v2' });
    if (isReject(answer) || !answer.quote) return;
    this.market.submit({ kind: 'convert', uid, quoteId: answer.quote.id, clientNo: this.name() });
  }

  owned(uid: number, coinId: number): bigint {
    return this.machine.balance(uid, 'spot', coinId).available;
  }

  /** Back to USDT: orders cancelled, positions closed, coins sold in the book. */
  unwind(): void {
    for (const uid of ACCOUNTS) {
      this.market.submit({ kind: 'cancelAllSpot', uid, coinInfoId: null });
      this.close(uid);
      for (const id of [XRP, DOT]) {
        const { price, amount } = this.instrument(id);
        const surplus = this.owned(uid, id) - (id === XRP ? LENT : 0n);
        const usdt = (Number(surplus) / 1e8) * stepsToNumber(this.best(id, BID), price);
        const far = Math.max(1, Math.floor(this.best(id, BID) * 0.97));
        if (usdt > 10 && surplus > lotUnits(1, amount)) this.spot(uid, id, 'sell', far, usdt, 'IOC');
      }
    }
  }

  /** Worth of coins at the bots' fair price. */
  worth(coinId: number, units: bigint): bigint {
    const price = stepsToNumber(1, this.instrument(coinId).price) * this.market.bots.fairOf(coinId).ticks;
    return BigInt(Math.round(Number(units) * price));
  }

  /** What all accounts have, in USDT: coins and positions at prices that no trade of theirs sets. */
  equity(): number {
    let units = 0n;
    for (const uid of ACCOUNTS) {
      for (const { coinId, available, frozen } of this.machine.balances(uid)) {
        if (coinId === USDT_ID) units += available + frozen;
        else units += this.worth(coinId, available + frozen - (coinId === XRP ? LENT : 0n));
      }
      for (const { position } of this.machine.openContracts(uid, null))
        units += unrealised(
          riskTermsOf(this.instrument(XRP_PERPETUAL)),
          position,
          this.machine.mark(XRP_PERPETUAL)!.markTicks,
        );
      for (const { amountUnits } of this.machine.openBinaryOptions(uid, null)) units += amountUnits;
    }
    return Number(units) / 1e8;
  }

  /** Coins that do not sum to zero, and users with debts. */
  faults(): string[] {
    const sums = new Map<number, bigint>();
    const faults: string[] = [];
    for (const { uid, coinId, available, frozen } of this.machine.allBalances()) {
      sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
      if (frozen < 0n || (available < 0n && uid !== EXCHANGE_UID && uid !== CLEARING_UID)) faults.push(`${uid} owes`);
    }
    for (const [coinId, sum] of sums) if (sum !== 0n) faults.push(`coin ${coinId} sums to ${sum}`);
    return faults;
  }

  insurance(): number {
    return Number(this.machine.balance(INSURANCE_UID, 'contract', USDT_ID).available) / 1e8;
  }
}

type Way = (group: Colluders, at: { beat: boolean; step: number }) => void;

/** Two accounts trade with each other inside of the bots' spread, up and down. */
const wash: Way = (group, { step }) => {
  if (step % 5 > 0) return;
  const [one, other] = [group.pick(), group.pick()];
  const price = Math.max(group.best(DOT, BID) + 1, group.best(DOT, ASK) - 1);
  group.spot(one, DOT, 'sell', price, 500, 'GTC');
  group.spot(other, DOT, 'buy', price, 500, 'IOC');
  group.market.submit({ kind: 'cancelAllSpot', uid: one, coinInfoId: DOT });
  if (group.owned(one, DOT) < COIN * 50n) group.spot(one, DOT, 'buy', group.best(DOT, ASK), 500, 'IOC');
};

/** One account long and another short at the highest leverage, at a price of their own far from the mark. */
const bust: Way = (group, { step }) => {
  if (step % 20 > 0) return;
  const [one, other] = [group.pick(), group.pick()];
  const far = group.random.below(2) === 0 ? 1.004 : 0.996;
  const limitTicks = Math.round(group.machine.mark(XRP_PERPETUAL)!.markTicks * far) || 1;
  group.contract(one, far > 1 ? 'short' : 'long', 20_000, 10, { limitTicks });
  group.contract(other, far > 1 ? 'long' : 'short', 20_000, 50, { limitTicks });
  if (step % 100 === 0) for (const uid of ACCOUNTS) group.close(uid);
};

/** A long and a short of 50x each: whichever is liquidated loses its margin alone, the other one wins the rest. */
const straddle: Way = (group, { step }) => {
  if (step % 200 === 0) {
    group.contract(ACCOUNTS[0]!, 'long', 40_000, 50);
    group.contract(ACCOUNTS[1]!, 'short', 40_000, 50);
  } else if (step % 200 === 199) for (const uid of ACCOUNTS) group.close(uid);
};

/** A long position, then the spot book, which makes the index, is swept and held up; the position is closed there. */
const pushed: Way = (group, { step }) => {
  const [holder, ...pushers] = ACCOUNTS;
  const phase = step % 100;
  if (phase === 0) group.contract(holder!, 'long', 200_000, 20);
  if (phase > 10 && phase < 30)
    group.spot(pushers[step % 9]!, XRP, 'buy', Math.round(group.best(XRP, ASK) * 1.003), 50_000, 'IOC');
  if (phase === 29) group.close(holder!);
  if (phase === 35) group.unwind();
};

/** Conversions while other accounts move one side of the book, and of single units. */
const converted: Way = (group, { step }) => {
  const uid = group.pick();
  if (step % 10 === 0) group.spot(group.pick(), DOT, 'buy', Math.round(group.best(DOT, ASK) * 1.002), 20_000, 'IOC');
  if (step % 3 === 0) group.convert(uid, USDT_ID, DOT, BigInt(1 + group.random.below(2_000)) * COIN);
  else if (step % 3 === 1) group.convert(uid, DOT, USDT_ID, group.owned(uid, DOT));
  else group.convert(uid, group.random.below(2) === 0 ? USDT_ID : DOT, XRP, BigInt(1 + group.random.below(40)));
};

/** Up and down at once, as close to a beat as can be, while the book is pushed. */
const options: Way = (group, { beat, step }) => {
  if (step % 3 === 0) group.spot(group.pick(), XRP, 'buy', Math.round(group.best(XRP, ASK) * 1.001), 20_000, 'IOC');
  if (!beat) return;
  for (const direction of ['up', 'down'] as const)
    group.market.submit({
      kind: 'placeSeconds',
      uid: group.pick(),
      coinInfoId: XRP,
      direction,
      periodS: 30,
      amountUnits: 100n * COIN,
      seenUnits: 0n,
      slipE8: 0,
      profitRateE8: null,
      clientNo: group.name(),
    });
};

/** The stops of an honest user are reached by sweeping the book that makes the index, and met by bids far below. */
const hunting: Way = (group, { step }) => {
  const ticks = (share: number): number => Math.floor(group.best(XRP, BID) * share);
  if (step % 60 === 0) {
    group.market.submit({ kind: 'cancelAllSpot', uid: HONEST, coinInfoId: null });
    group.spot(HONEST, XRP, 'buy', Math.ceil(group.best(XRP, ASK) * 1.002), 20_000, 'IOC');
    const order = { coinInfoId: XRP, side: 'sell', orderType: 'market', priceTicks: 0, totalUnits: 0n } as const;
    const rest = { tif: 'GTC', postOnly: false, clientNo: '', stopTicks: ticks(0.9995) } as const;
    group.market.submit({ kind: 'placeSpot', uid: HONEST, lots: group.lots(XRP, 19_000), ...order, ...rest });
  } else if (step % 60 < 30) {
    group.spot(ACCOUNTS[step % 9]!, XRP, 'sell', ticks(0.997), 60_000, 'IOC');
    if (step % 10 === 1) group.spot(ACCOUNTS[9]!, XRP, 'buy', ticks(0.9905), 20_000, 'GTC');
  } else if (step % 60 === 45) {
    for (const uid of ACCOUNTS) group.market.submit({ kind: 'cancelAllSpot', uid, coinInfoId: XRP });
    for (const uid of ACCOUNTS) group.spot(uid, XRP, 'buy', Math.ceil(group.best(XRP, ASK) * 1.003), 40_000, 'IOC');
  }
};

/** Take-profits by the last price, which two other accounts set. */
const triggered: Way = (group, { step }) => {
  const [holder, one, other] = ACCOUNTS;
  const above = (share: number): number => Math.ceil(group.machine.mark(XRP_PERPETUAL)!.markTicks * share) + 1;
  if (step % 40 === 0) group.contract(holder!, 'long', 40_000, 20, { profitTicks: above(1.0003), triggerBy: 'last' });
  if (step % 40 === 20) {
    group.contract(other!, 'long', 900_000, 10, { limitTicks: above(1.0006) });
    group.contract(one!, 'short', 2_000, 10, { limitTicks: above(1.0006) });
  }
  if (step % 40 === 30) for (const uid of [one!, other!]) group.close(uid);
};

const WAYS: [string, Way][] = [
  ['trades with itself', wash],
  ['opens against itself far from the mark', bust],
  ['holds both sides at 50x', straddle],
  ['pushes the index of its own position', pushed],
  ['converts against a book that it moves', converted],
  ['buys both directions beside a push', options],
  ['hunts the stops of another', hunting],
  ['takes profit at a last price of its own', triggered],
];

describe(`ten accounts of one person, seed ${SEED}`, () => {
  it.each(WAYS)('lose together: a group that %s', { timeout: 600_000 }, async (name, way) => {
    const group = new Colluders(SEED);
    await group.market.run(group.market.nowMs + 30_000);
    const [before, insured] = [group.equity(), group.insurance()];
    let step = 0;
    const refused = new Map<number, number>();
    group.market.onOutcome = ({ answer }) => {
      if (isReject(answer)) refused.set(answer.code, (refused.get(answer.code) ?? 0) + 1);
    };
    await group.market.run(group.market.nowMs + SECONDS * 1000, (_, beat) => {
      way(group, { beat: beat !== null, step });
      step += 1;
    });
    group.market.onOutcome = () => undefined;
    await group.market.run(group.market.nowMs + 40_000);
    for (let again = 0; again < 4; again += 1) {
      group.unwind();
      await group.market.run(group.market.nowMs + 3_000);
    }
    const change = group.equity() - before;
    console.info(
      `${name}: ${change.toFixed(2)} USDT in ${SECONDS} s, insurance ${(group.insurance() - insured).toFixed(2)}, refused ${JSON.stringify([...refused])}`,
    );
    expect(group.faults()).toEqual([]);
    expect(change).toBeLessThan(0);
    expect(group.insurance()).toBeGreaterThanOrEqual(insured);
  });
});
