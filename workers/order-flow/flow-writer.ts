// Writes the order flow of a view into frames, for a page that draws its chart itself: what changed, bar by bar.
import { FLOW_FIELD, SECTION } from '../../core/worker-protocol/worker-protocol.ts';
import type { FlowBars } from '../../chart/order-flow/flow-bars.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';

/** Columns with one value a bar, and with one value a level. */
const BAR_COLUMNS = 4;
const CELL_COLUMNS = 2;

export class FlowWriter {
  readonly #flow: () => FlowBars | null;
  /** What the page has: of which bars, and up to which revisions. */
  #sent: FlowBars | null = null;
  #revision = 0;
  #pastRevision = 0;

  constructor(flow: () => FlowBars | null) {
    this.#flow = flow;
  }

  /** As many steps as bars changed and they have levels; nothing where none did. */
  write(writer: FrameWriter, view: number): void {
    const bars = this.#flow();
    if (!bars || (bars === this.#sent && bars.revision === this.#revision)) return;
    const isReset = bars !== this.#sent;
    const after = isReset ? -1 : this.#revision;
    const first = isReset || bars.pastRevision !== this.#pastRevision ? 0 : bars.changedSince(after);
    let count = 0;
    let cells = 0;
    for (let row = first; row < bars.length; row++) {
      if (bars.changedAt[row]! <= after) continue;
      count++;
      cells += bars.levelCount[row]!;
    }
    const size = FLOW_FIELD.size + BAR_COLUMNS * count + CELL_COLUMNS * cells;
    const at = writer.open(SECTION.flow, view, size);
    const { columns } = writer;
    columns[at + FLOW_FIELD.reset] = isReset ? 1 : 0;
    columns[at + FLOW_FIELD.bars] = count;
    columns[at + FLOW_FIELD.cells] = cells;
    columns[at + FLOW_FIELD.levelPrice] = bars.levelPrice;
    columns[at + FLOW_FIELD.tickPrice] = bars.tickPrice;
    columns[at + FLOW_FIELD.lotCoins] = bars.lotCoins;
    let bar = at + FLOW_FIELD.size;
    let cell = bar + BAR_COLUMNS * count;
    for (let row = first; row < bars.length; row++) {
      if (bars.changedAt[row]! <= after) continue;
      const levels = bars.levelCount[row]!;
      columns[bar] = bars.time[row]!;
      columns[bar + count] = bars.firstLevel[row]!;
      columns[bar + 2 * count] = levels;
      columns[bar + 3 * count] = bars.part[row]!;
      for (let from = bars.firstCell[row]!; from < bars.firstCell[row]! + levels; from++, cell++) {
        columns[cell] = bars.sold[from]!;
        columns[cell + cells] = bars.bought[from]!;
      }
      bar++;
    }
    writer.close(at + size);
    this.#sent = bars;
    this.#revision = bars.revision;
    this.#pastRevision = bars.pastRevision;
  }
}
