// Changes of a group to binary options; a new one is written with its receipt.
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

/** Signs the terms of an order before its strike is known. */
export type SignReceipt = (order: BinaryOptionState) => Receipt;

export class BinaryOptionChangeset {
  readonly #bought: Value[][] = [];
  readonly #changed = new Map<number, BinaryOptionState>();
  readonly #sign: SignReceipt | null;

  constructor(sign: SignReceipt | null) {
    this.#sign = sign;
  }

  get hasReceipts(): boolean {
    return this.#bought.length > 0;
  }

  collect(event: ExchangeEvent): void {
    if (event.kind !== 'seconds') return;
    const { order } = event;
    // Only the event of the purchase has neither strike nor settlement.
    if (order.strikeSeq === 0 && order.settleTime === 0)
      this.#bought.push(binaryOptionValues(order, this.#sign?.(order) ?? null));
    else this.#changed.set(order.id, order);
  }

  /** The statements, in order. */
  steps(): Step[] {
    return [
      [INSERT_BINARY_OPTION, this.#bought],
      [UPDATE_BINARY_OPTION, [...this.#changed.values()].map(changedValues)],
    ];
  }
}
