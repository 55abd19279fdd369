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
  isPurchase,
} from '../mappers/binary-option-mapper.ts';

export class BinaryOptionChangeset {
  readonly #bought: Value[][] = [];
  readonly #changed = new Map<number, BinaryOptionState>();

  /** `receipts` by order; none for those that were not signed. */
  collect(event: ExchangeEvent, receipts: ReadonlyMap<number, Receipt>): void {
    if (event.kind !== 'seconds') return;
    const { order } = event;
    if (isPurchase(order)) this.#bought.push(binaryOptionValues(order, receipts.get(order.id) ?? null));
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
