// Where the book is not known: hatched, never guessed.
import type { Context2d } from '../render/context-2d.ts';
import { scratchCanvas } from '../render/scratch-canvas.ts';
import { cssColor } from '../render/canvas2d/css-color.ts';
import { devicePx, type View } from '../scene/view.ts';
import type { HeatTile } from './heat-tiles.ts';
import { xOfTime } from './time-places.ts';

const PERIOD_CSS_PX = 8;

let pattern: CanvasPattern | null = null;
let patternFor = '';

/** Thin slanted lines in the colour of lines. */
function hatch(context: Context2d, { palette, ratio }: View): CanvasPattern | null {
  const wanted = `${palette.line} ${ratio}`;
  if (wanted === patternFor) return pattern;
  patternFor = wanted;
  const side = devicePx(PERIOD_CSS_PX, ratio);
  const canvas = scratchCanvas(side, side);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.strokeStyle = cssColor(palette.line);
  pen.lineWidth = devicePx(0.75, ratio);
  for (const shift of [-side, 0, side]) {
    pen.beginPath();
    pen.moveTo(shift - 1, side + 1);
    pen.lineTo(shift + side + 1, -1);
    pen.stroke();
  }
  return (pattern = context.createPattern(canvas, 'repeat'));
}

/** Hatches all time in sight, from the first candle until now, that no column of the tiles knows. */
export function paintSeams(context: Context2d, view: View, tiles: readonly HeatTile[]): void {
  const { topPx, bottomPx } = view.panes[0]!;
  const fill = hatch(context, view);
  if (!fill) return;
  context.fillStyle = fill;
  const endPx = Math.min(view.plotRightPx, xOfTime(view, view.nowMs));
  let doneMs = view.data.columns.time[0]!;
  const fillTo = (toPx: number): void => {
    const fromPx = Math.max(0, xOfTime(view, doneMs));
    if (Math.min(toPx, endPx) > fromPx)
      context.fillRect(fromPx, topPx, Math.min(toPx, endPx) - fromPx, bottomPx - topPx);
  };
  for (const [fromMs, toMs] of knownSpans(tiles)) {
    if (fromMs > doneMs) fillTo(xOfTime(view, fromMs));
    doneMs = Math.max(doneMs, toMs);
  }
  fillTo(endPx);
}

/** Spans of known columns, ascending. */
function knownSpans(tiles: readonly HeatTile[]): [fromMs: number, toMs: number][] {
  const spans: [number, number][] = [];
  for (const { fromMs, columnMs, columns, known } of tiles)
    for (let column = 0; column < columns; column++) {
      const startMs = fromMs + column * columnMs;
      if (known[column] === 0) continue;
      if (column > 0 && known[column - 1] === 1) spans.at(-1)![1] = startMs + columnMs;
      else spans.push([startMs, startMs + columnMs]);
    }
  return spans.toSorted(([one], [other]) => one - other);
}
