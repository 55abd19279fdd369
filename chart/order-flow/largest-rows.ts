// The largest row of each footprint: a pan or a zoom needs it of all bars in sight in each frame.
import { BarRows } from './bar-rows.ts';
import type { FlowColumns } from './flow-columns.ts';

export class LargestRows {
  readonly #rows = new BarRows();
  /** Lots of the largest row by bar; NaN: not known. */
  #lots = new Float64Array(0);
  #flow: FlowColumns | null = null;
  #group = 0;
  #pastRevision = -1;

  /** Lots of the largest row, of `group` levels, of bars [from, to); 0 without a bar. */
  within(flow: FlowColumns, from: number, to: number, group: number): number {
    this.#follow(flow, group);
    let largest = 0;
    for (let bar = from; bar < to; bar++) {
      let lots = this.#lots[bar]!;
      if (Number.isNaN(lots)) {
        this.#rows.read(flow, bar, group);
        lots = this.#rows.largest;
        // The running bar changes without a new revision of the past.
        if (bar < flow.length - 1) this.#lots[bar] = lots;
      }
      if (lots > largest) largest = lots;
    }
    return largest;
  }

  /** Forgets everything when a past bar, the market or the height of rows is another one. */
  #follow(flow: FlowColumns, group: number): void {
    const fits = flow.length <= this.#lots.length;
    if (fits && flow === this.#flow && group === this.#group && flow.pastRevision === this.#pastRevision) return;
    if (fits) this.#lots.fill(NaN);
    else this.#lots = new Float64Array(flow.time.length).fill(NaN);
    this.#flow = flow;
    this.#group = group;
    this.#pastRevision = flow.pastRevision;
  }
}
