// Prices that are waited for, sorted, so that a new price finds those it has reached without looking at the others.
import type { PriceTicks } from '../../../core/units/units.ts';

/** What happens at a price. Their order is the order in which they are carried out (R11). */
export const ACTION = { liquidate: 0, stopLoss: 1, takeProfit: 2 } as const;
export type Action = (typeof ACTION)[keyof typeof ACTION];

/** A price waited for, and the watch it waits in. */
export interface Trigger {
  readonly ticks: PriceTicks;
  readonly contractId: number;
  readonly action: Action;
  readonly index: TriggerIndex;
}

export class TriggerIndex {
  /** Those met first stand last. */
  readonly #waiting: Trigger[] = [];
  readonly #sign: 1 | -1;

  /** `falls`: prices that are met from above (the highest first); `rises`: from below. */
  constructor(way: 'falls' | 'rises') {
    this.#sign = way === 'falls' ? 1 : -1;
  }

  add(ticks: PriceTicks, contractId: number, action: Action): Trigger {
    const trigger: Trigger = { ticks, contractId, action, index: this };
    this.#waiting.splice(this.#place(trigger), 0, trigger);
    return trigger;
  }

  remove(trigger: Trigger): void {
    const at = this.#place(trigger);
    if (this.#waiting[at] !== trigger)
      throw new Error(`contract ${trigger.contractId} is not watched at ${trigger.ticks}`);
    this.#waiting.splice(at, 1);
  }

  /** Adds to `due` what the price has reached or passed; nothing is taken out. */
  collect(priceTicks: PriceTicks, due: Trigger[]): void {
    for (let at = this.#waiting.length - 1; at >= 0; at -= 1) {
      const trigger = this.#waiting[at]!;
      if ((trigger.ticks - priceTicks) * this.#sign < 0) return;
      due.push(trigger);
    }
  }

  /** First index that is not before the given one. */
  #place(trigger: Trigger): number {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#before(this.#waiting[middle]!, trigger)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #before(a: Trigger, b: Trigger): boolean {
    if (a.ticks !== b.ticks) return (a.ticks - b.ticks) * this.#sign < 0;
    return a.contractId === b.contractId ? a.action < b.action : a.contractId < b.contractId;
  }
}
