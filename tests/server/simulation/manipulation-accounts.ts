// Accounts that push a price: on spot with their own funds, or with contracts and leverage.
import { type Instrument, USDT_ID, quotePerUsdt } from '../../../core/instruments/instrument.ts';
import { DEFAULT_TIERS } from '../../../core/risk/margin-tiers.ts';
import { type Units, lotUnits, stepsToNumber } from '../../../core/units/units.ts';
import type { ContractState } from '../../../server/exchange/contracts/contract-state.ts';
import type { VirtualMarket } from './virtual-market.ts';

const E8 = 1e8;
/** Leverage of a push in a contract book. */
const MAX_LEVERAGE = 50;

/** One trading account; pushes alternate between the accounts of a budget. Prices in ticks, values in USDT. */
export abstract class PushAccount {
  readonly exchange: VirtualMarket;
  readonly instrument: Instrument;
  readonly uid: number;

  constructor(exchange: VirtualMarket, instrument: Instrument, uid: number) {
    this.exchange = exchange;
    this.instrument = instrument;
    this.uid = uid;
  }

  /** Units of the base coin: owned ones, or those of longs less those of shorts. */
  abstract coinUnits(): Units;
  abstract usdtUnits(): Units;
  /** Half in USDT, half in the base coin, so that both sides can be pushed at once: more favourable than in reality. */
  abstract fund(usdt: number, price: number): void;
  /** A limit order of that value, or as much as the balance covers; `rests`: the rest of it stays in the book. */
  abstract order(side: 'buy' | 'sell', priceTicks: number, usdt: number, rests: boolean): void;
  /** Sells or buys back a surplus at once. */
  abstract unwind(side: 'buy' | 'sell', priceTicks: number, usdt: number): void;
  abstract cancel(): void;

  protected available(wallet: 'spot' | 'contract', coinId: number): Units {
    return this.exchange.machine.balance(this.uid, wallet, coinId).available;
  }

  protected total(wallet: 'spot' | 'contract', coinId: number): Units {
    const { available, frozen } = this.exchange.machine.balance(this.uid, wallet, coinId);
    return available + frozen;
  }

  protected credit(wallet: 'spot' | 'contract', coinId: number, units: Units): void {
    if (units > 0n)
      this.exchange.submit({ kind: 'credit', uid: this.uid, wallet, coinId, units, recordType: 'test', remark: '' });
  }

  /** Lots of that value, at `one` USDT per lot, at most the limit of an order; 0 below the minimum. */
  protected lots(usdt: number, one: number, most = Infinity): number {
    const { info, amount } = this.instrument;
    const lots = Math.floor(Math.min(usdt / one, most, Number(info.maxAmount) / stepsToNumber(1, amount)));
    return lots * one < 10 || lots < Number(info.minAmount) / stepsToNumber(1, amount) ? 0 : lots;
  }
}

export class SpotPushAccount extends PushAccount {
  coinUnits(): Units {
    return this.total('spot', this.instrument.info.id);
  }

  usdtUnits(): Units {
    return this.total('spot', USDT_ID);
  }

  fund(usdt: number, price: number): void {
    this.credit('spot', USDT_ID, BigInt(Math.round((usdt / 2) * E8)) - this.usdtUnits());
    this.credit('spot', this.instrument.info.id, BigInt(Math.round((usdt / 2 / price) * E8)) - this.coinUnits());
  }

  order(side: 'buy' | 'sell', priceTicks: number, usdt: number, rests: boolean): void {
    const { info, price, amount } = this.instrument;
    const one = stepsToNumber(priceTicks, price) * stepsToNumber(1, amount);
    const lots = this.lots(
      usdt,
      one,
      side === 'buy'
        ? Number(this.available('spot', USDT_ID)) / E8 / one / 1.002
        : Number(this.available('spot', info.id)) / Number(lotUnits(1, amount)),
    );
    if (lots === 0) return;
    this.exchange.submit({
      kind: 'placeSpot',
      uid: this.uid,
      coinInfoId: info.id,
      side,
      orderType: 'limit',
      priceTicks,
      lots,
      totalUnits: 0n,
      tif: rests ? 'GTC' : 'IOC',
      postOnly: false,
      clientNo: '',
    });
  }

  unwind(side: 'buy' | 'sell', priceTicks: number, usdt: number): void {
    this.order(side, priceTicks, usdt, false);
  }

  cancel(): void {
    this.exchange.submit({ kind: 'cancelAllSpot', uid: this.uid, coinInfoId: this.instrument.info.id });
  }
}

/** Pushes with the highest leverage of the position's tier, where contracts trade in the deciding book: forex. */
export class ContractPushAccount extends PushAccount {
  #named = 0;

  coinUnits(): Units {
    return this.#open().reduce(
      (sum, { direction, position }) =>
        sum + (direction === 'long' ? 1n : -1n) * lotUnits(position.lots, this.instrument.amount),
      0n,
    );
  }

  usdtUnits(): Units {
    return this.total('spot', USDT_ID) + this.total('contract', USDT_ID);
  }

  fund(usdt: number): void {
    const half = BigInt(Math.round((usdt / 2) * E8));
    this.credit('spot', USDT_ID, half - this.total('spot', USDT_ID));
    this.credit('contract', USDT_ID, half - this.total('contract', USDT_ID));
  }

  order(side: 'buy' | 'sell', priceTicks: number, usdt: number, rests: boolean): void {
    const { info, price, amount } = this.instrument;
    const one = (stepsToNumber(priceTicks, price) * stepsToNumber(1, amount)) / Number(quotePerUsdt(info));
    const wanted = usdt * MAX_LEVERAGE;
    const multiple = DEFAULT_TIERS.find(({ cap }) => cap === '' || wanted <= Number(cap))!.maxMultiple;
    const lots = this.lots(wanted, one, (Number(this.available('contract', USDT_ID)) / E8 / one) * multiple * 0.9);
    if (lots === 0) return;
    this.exchange.submit({
      kind: 'placeContract',
      uid: this.uid,
      coinInfoId: info.id,
      direction: side === 'buy' ? 'long' : 'short',
      orderType: 'limit',
      multiple,
      lots,
      limitTicks: priceTicks,
      profitTicks: 0,
      lossTicks: 0,
      triggerBy: 'mark',
      slipE8: 0,
      clientNo: this.#name(),
    });
    if (!rests) this.cancel();
  }

  unwind(): void {
    if (this.#open().length === 0) return;
    this.exchange.submit({
      kind: 'closeAllContracts',
      uid: this.uid,
      coinInfoId: this.instrument.info.id,
      direction: null,
      clientNo: this.#name(),
    });
  }

  cancel(): void {
    this.exchange.submit({
      kind: 'cancelContract',
      uid: this.uid,
      contractIds: null,
      coinInfoId: this.instrument.info.id,
    });
  }

  #open(): ContractState[] {
    return this.exchange.machine.allContracts().filter(({ uid }) => uid === this.uid);
  }

  #name(): string {
    this.#named += 1;
    return `h${this.exchange.nowMs}-${this.#named}`;
  }
}
