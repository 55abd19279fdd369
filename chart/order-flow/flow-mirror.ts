// The order flow of the market worker, copied to a page that draws its chart itself.
import { FLOW_FIELD as F } from '../../core/worker-protocol/worker-protocol.ts';
import { FlowBars } from './flow-bars.ts';

export class FlowMirror {
  /** Null before the first section. */
  bars: FlowBars | null = null;

  /** Applies a section of kind `flow`, whose fields begin at `at`. */
  apply(columns: Float64Array, at: number): void {
    const count = columns[at + F.bars]!;
    const cells = columns[at + F.cells]!;
    if (columns[at + F.reset] === 1 || !this.bars)
      this.bars = new FlowBars({
        levelPrice: columns[at + F.levelPrice]!,
        tickPrice: columns[at + F.tickPrice]!,
        lotCoins: columns[at + F.lotCoins]!,
      });
    const first = at + F.size;
    const sold = columns.subarray(first + 4 * count, first + 4 * count + cells);
    const bought = columns.subarray(first + 4 * count + cells, first + 4 * count + 2 * cells);
    let from = 0;
    for (let bar = first; bar < first + count; bar++) {
      const levels = { firstLevel: columns[bar + count]!, count: columns[bar + 2 * count]!, sold, bought, from };
      this.bars.replace(columns[bar]!, levels, columns[bar + 3 * count] === 1);
      from += levels.count;
    }
  }
}
