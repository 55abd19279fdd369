// What a group of commands changed about seconds contracts, written once each; a new one with the receipt it is given
// in the same commit.
import type { ExchangeEvent } from '../../exchange/event.ts';
import type { BinaryOptionState } from '../../exchange/binary-options/open-binary-options.ts';
import type { Step, Value } from '../../store/store.ts';
import {
  INSERT_BINARY_OPTION,
  type Receipt,
  UPDATE_BINARY_OPTION,
  changedValues,
  binaryOptionValues,
} from '../mappers/binary-option-mapper.ts';

/** Signs what an order promises, before its strike is known. */
export type SignReceipt = (order: BinaryOptionState) => Receipt;

export class BinaryOptionChangeset {
  readonly #bought: Value[][] = [];
  readonly #changed = new Map<number, BinaryOptionState>();
  readonly #sign: SignReceipt | null;

  constructor(sign: SignReceipt | null) {
    this.#sign = sign;
  }

  collect(event: ExchangeEvent): void {
    if (event.kind !== 'seconds') return;
    const { order } = event;
    // Only its purchase knows neither strike nor end.
    if (order.strikeSeq === 0 && order.settleTime === 0)
      this.#bought.push(binaryOptionValues(order, this.#sign?.(order) ?? null));
    else this.#changed.set(order.id, order);
  }

  /** What is to be run, in order. */
  steps(): Step[] {
    return [
      [INSERT_BINARY_OPTION, this.#bought],
      [UPDATE_BINARY_OPTION, [...this.#changed.values()].map(changedValues)],
    ];
  }
}
