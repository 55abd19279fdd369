// Accounts that push a book: with coins and money of their own, or with contracts and their multiple.
import { type Instrument, USDT_ID, quotePerUsdt } from '../../../core/instruments/instrument.ts';
import { DEFAULT_TIERS } from '../../../core/risk/margin-tiers.ts';
import { type Units, lotUnits, stepsToNumber } from '../../../core/units/units.ts';
import type { ContractState } from '../../../server/exchange/contracts/contract.ts';
import type { VirtualStreet } from './virtual-market.ts';

const E8 = 1e8;
/** What a part of a purse is worth in a book of contracts. */
const MOST_MULTIPLE = 50;

/**
 * One account that trades: the pushes of a purse are spread over its accounts in turn. Prices in ticks, values in USDT.
 */
export abstract class Hand {
  readonly street: VirtualStreet;
  readonly instrument: Instrument;
  readonly uid: number;

  constructor(street: VirtualStreet, instrument: Instrument, uid: number) {
    this.street = street;
    this.instrument = instrument;
    this.uid = uid;
  }

  /** Coins that it owns, or those of its longs less those of its shorts. */
  abstract coins(): Units;
  abstract money(): Units;
  /** Half in money, half in what it pushes with, so that both sides can be pushed at once: kinder than it is. */
  abstract fund(usdt: number, price: number): void;
  /** A limit order worth so much, or as much as there is money for; `rests` says whether what is left of it stays. */
  abstract order(side: 'buy' | 'sell', priceTicks: number, usdt: number, rests: boolean): void;
  /** Trades back what it holds too much of, at once. */
  abstract giveBack(side: 'buy' | 'sell', priceTicks: number, usdt: number): void;
  abstract cancel(): void;

  protected free(wallet: 'spot' | 'contract', coinId: number): Units {
    return this.street.machine.balance(this.uid, wallet, coinId).available;
  }

  protected all(wallet: 'spot' | 'contract', coinId: number): Units {
    const { available, frozen } = this.street.machine.balance(this.uid, wallet, coinId);
    return available + frozen;
  }

  protected give(wallet: 'spot' | 'contract', coinId: number, units: Units): void {
    if (units > 0n)
      this.street.submit({ kind: 'credit', uid: this.uid, wallet, coinId, units, recordType: 'test', remark: '' });
  }

  /** Lots worth so much, of one lot worth `one`, at most what an order may have; 0 where that is too little. */
  protected lots(usdt: number, one: number, most = Infinity): number {
    const { info, amount } = this.instrument;
    const lots = Math.floor(Math.min(usdt / one, most, Number(info.maxAmount) / stepsToNumber(1, amount)));
    return lots * one < 10 || lots < Number(info.minAmount) / stepsToNumber(1, amount) ? 0 : lots;
  }
}

export class SpotHand extends Hand {
  coins(): Units {
    return this.all('spot', this.instrument.info.id);
  }

  money(): Units {
    return this.all('spot', USDT_ID);
  }

  fund(usdt: number, price: number): void {
    this.give('spot', USDT_ID, BigInt(Math.round((usdt / 2) * E8)) - this.money());
    this.give('spot', this.instrument.info.id, BigInt(Math.round((usdt / 2 / price) * E8)) - this.coins());
  }

  order(side: 'buy' | 'sell', priceTicks: number, usdt: number, rests: boolean): void {
    const { info, price, amount } = this.instrument;
    const one = stepsToNumber(priceTicks, price) * stepsToNumber(1, amount);
    const lots = this.lots(
      usdt,
      one,
      side === 'buy'
        ? Number(this.free('spot', USDT_ID)) / E8 / one / 1.002
        : Number(this.free('spot', info.id)) / Number(lotUnits(1, amount)),
    );
    if (lots === 0) return;
    this.street.submit({
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

  giveBack(side: 'buy' | 'sell', priceTicks: number, usdt: number): void {
    this.order(side, priceTicks, usdt, false);
  }

  cancel(): void {
    this.street.submit({ kind: 'cancelAllSpot', uid: this.uid, coinInfoId: this.instrument.info.id });
  }
}

/**
 * Pushes with as many times its money as the tier of the size allows, where the book that decides is one of contracts:
 * forex.
 */
export class ContractHand extends Hand {
  #named = 0;

  coins(): Units {
    return this.#open().reduce(
      (sum, { direction, position }) =>
        sum + (direction === 'long' ? 1n : -1n) * lotUnits(position.lots, this.instrument.amount),
      0n,
    );
  }

  #open(): ContractState[] {
    return this.street.machine.allContracts().filter(({ uid }) => uid === this.uid);
  }

  money(): Units {
    return this.all('spot', USDT_ID) + this.all('contract', USDT_ID);
  }

  fund(usdt: number): void {
    const half = BigInt(Math.round((usdt / 2) * E8));
    this.give('spot', USDT_ID, half - this.all('spot', USDT_ID));
    this.give('contract', USDT_ID, half - this.all('contract', USDT_ID));
  }

  order(side: 'buy' | 'sell', priceTicks: number, usdt: number, rests: boolean): void {
    const { info, price, amount } = this.instrument;
    const one = (stepsToNumber(priceTicks, price) * stepsToNumber(1, amount)) / Number(quotePerUsdt(info));
    const wanted = usdt * MOST_MULTIPLE;
    const multiple = DEFAULT_TIERS.find(({ cap }) => cap === '' || wanted <= Number(cap))!.maxMultiple;
    const lots = this.lots(wanted, one, (Number(this.free('contract', USDT_ID)) / E8 / one) * multiple * 0.9);
    if (lots === 0) return;
    this.street.submit({
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

  giveBack(): void {
    if (this.#open().length === 0) return;
    this.street.submit({
      kind: 'closeAllContracts',
      uid: this.uid,
      coinInfoId: this.instrument.info.id,
      direction: null,
      clientNo: this.#name(),
    });
  }

  cancel(): void {
    this.street.submit({
      kind: 'cancelContract',
      uid: this.uid,
      contractIds: null,
      coinInfoId: this.instrument.info.id,
    });
  }

  #name(): string {
    this.#named += 1;
    return `h${this.street.nowMs}-${this.#named}`;
  }
}
