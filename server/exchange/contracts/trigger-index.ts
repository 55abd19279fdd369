// Trigger prices of a market in a sorted array: a new price finds those it reached without a scan.
import type { PriceTicks } from '../../../core/units/units.ts';

/** What a trigger does. Triggers of one price run in this order (R11). */
export const ACTION = { liquidate: 0, stopLoss: 1, takeProfit: 2 } as const;
export type TriggerAction = (typeof ACTION)[keyof typeof ACTION];

/** A trigger price and the index it is in. */
export interface Trigger {
  readonly ticks: PriceTicks;
  readonly contractId: number;
  readonly action: TriggerAction;
  readonly index: TriggerIndex;
}

export class TriggerIndex {
  /** Sorted so that the price reached first is the last element. */
  readonly #triggers: Trigger[] = [];
  readonly #sign: 1 | -1;

  /** `falls`: prices reached from above (the highest first); `rises`: from below. */
  constructor(way: 'falls' | 'rises') {
    this.#sign = way === 'falls' ? 1 : -1;
  }

  add(ticks: PriceTicks, contractId: number, action: TriggerAction): Trigger {
    const trigger: Trigger = { ticks, contractId, action, index: this };
    this.#triggers.splice(this.#indexOf(trigger), 0, trigger);
    return trigger;
  }

  remove(trigger: Trigger): void {
    const at = this.#indexOf(trigger);
    if (this.#triggers[at] !== trigger)
      throw new Error(`contract ${trigger.contractId} has no trigger at ${trigger.ticks}`);
    this.#triggers.splice(at, 1);
  }

  /** Adds to `due` the triggers that the price has reached or passed; they stay in the index. */
  collect(priceTicks: PriceTicks, due: Trigger[]): void {
    for (let at = this.#triggers.length - 1; at >= 0; at -= 1) {
      const trigger = this.#triggers[at]!;
      if ((trigger.ticks - priceTicks) * this.#sign < 0) return;
      due.push(trigger);
    }
  }

  /** Position of the first trigger that is not before the given one. */
  #indexOf(trigger: Trigger): number {
    let low = 0;
    let high = this.#triggers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(this.#triggers[middle]!, trigger)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBefore(a: Trigger, b: Trigger): boolean {
    if (a.ticks !== b.ticks) return (a.ticks - b.ticks) * this.#sign < 0;
    return a.contractId === b.contractId ? a.action < b.action : a.contractId < b.contractId;
  }
}
