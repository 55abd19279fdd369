// Legend of the heat map: the ramp with its sizes, and what is under the crosshair.
import type { CanvasPoint } from '../input/drag-target.ts';
import type { DrawList } from '../render/draw-list.ts';
import { formatQuantity } from '../scene/text/number-format.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';
import { type HeatScale, sizeOf } from './heat-scale.ts';
import type { HeatSource, HeatTile } from './heat-tiles.ts';
import { timeAtX } from './time-places.ts';

const SWATCHES = 20;
const SWATCH_CSS_PX = 4;
const ROW_CSS_PX = 18;
const PAD_CSS_PX = 6;
const LEFT_CSS_PX = 8;
const BOTTOM_CSS_PX = 8;
const RADIUS_CSS_PX = 4;
const BAR_CSS_PX = 8;

/** What the map shows at a place. */
interface HeatReading {
  /** Lots; null: not known. */
  resting: number | null;
  side: 'bid' | 'ask' | 'both';
  sold: number;
  bought: number;
}

/** Null outside of all tiles. */
export function readingAt(
  { tickPrice }: Pick<HeatSource, 'tickPrice'>,
  tiles: readonly HeatTile[],
  atMs: number,
  price: number,
): HeatReading | null {
  const at = tiles.filter(({ fromMs, columnMs, columns }) => atMs >= fromMs && atMs < fromMs + columns * columnMs);
  const tile = at.find(({ fromMs, columnMs, known }) => known[Math.floor((atMs - fromMs) / columnMs)] === 1) ?? at[0];
  if (!tile) return null;
  const column = Math.floor((atMs - tile.fromMs) / tile.columnMs);
  const level = Math.floor((price / tickPrice + 0.5) / tile.levelTicks);
  const place = level - tile.lowLevel;
  const isInside = place >= 0 && place < tile.levels;
  const reading: HeatReading = {
    resting: tile.known[column] === 0 ? null : isInside ? tile.lots[column * tile.levels + place]! : 0,
    side: sideOf(tile, column, level),
    sold: 0,
    bought: 0,
  };
  const { trades } = tile;
  for (let entry = 0; entry < trades.count; entry++)
    if (trades.column[entry] === column && trades.level[entry] === level) {
      reading.sold += trades.sold[entry]!;
      reading.bought += trades.bought[entry]!;
    }
  return reading;
}

function sideOf({ bestBids, bestAsks, levelTicks }: HeatTile, column: number, level: number): HeatReading['side'] {
  const isBid = bestBids[column]! >= level * levelTicks;
  const isAsk = bestAsks[column]! < (level + 1) * levelTicks;
  return isBid && isAsk ? 'both' : isAsk ? 'ask' : 'bid';
}

/** What the legend is about, and where the pointer is. */
interface HeatLegendParts {
  source: HeatSource;
  scale: HeatScale;
  tiles: readonly HeatTile[];
  pointer: Pick<CanvasPoint, 'xPx' | 'yPx'> | null;
}

export function drawHeatLegend(view: View, list: DrawList, { source, scale, tiles, pointer }: HeatLegendParts): void {
  const { ratio, palette, fontPx } = view;
  const pane = view.panes[0]!;
  const coin = view.market.symbol.split('/')[0] ?? '';
  const [low, high] = [scale.low, scale.high].map((code) => formatQuantity(sizeOf(code) * source.lotCoins));
  const row = devicePx(ROW_CSS_PX, ratio);
  const pad = devicePx(PAD_CSS_PX, ratio);
  const swatch = devicePx(SWATCH_CSS_PX, ratio);
  const left = devicePx(LEFT_CSS_PX, ratio);
  const isInPane = pointer !== null && pointer.yPx >= pane.topPx && pointer.yPx < pane.bottomPx;
  const reading =
    isInPane && pointer.xPx < view.plotRightPx
      ? readingAt(source, tiles, timeAtX(view, pointer.xPx), pane.scale.valueAt(pointer.yPx))
      : null;
  const texts = reading ? readingTexts(reading, source.lotCoins, coin) : [];
  const highText = `${high} ${coin}`;
  const rampWidth = view.measure.width(low!) + view.measure.width(highText) + SWATCHES * swatch + 4 * pad;
  const readingWidth = texts.reduce((sum, [text]) => sum + view.measure.width(text) + pad, pad);
  const width = Math.round(Math.max(rampWidth, texts.length > 0 ? readingWidth : 0));
  const rows = texts.length > 0 ? 2 : 1;
  const top = clearBottom(view, list, left + width, rows * row) - rows * row;
  list.over.add(left, top, width, rows * row, palette.ground, devicePx(RADIUS_CSS_PX, ratio));
  let x = left + pad;
  const rampTop = top + (rows - 1) * row;
  const baseline = baselineAt(rampTop + row / 2, fontPx);
  list.tags.add(low!, x, baseline, palette.text2);
  x = Math.round(x + view.measure.width(low!) + pad);
  const bar = devicePx(BAR_CSS_PX, ratio);
  for (let at = 0; at < SWATCHES; at++, x += swatch)
    list.over.add(x, rampTop + ((row - bar) >> 1), swatch, bar, scale.colorAt(at / (SWATCHES - 1)));
  list.tags.add(highText, x + pad, baseline, palette.text2);
  x = left + pad;
  for (const [text, color] of texts) {
    list.tags.add(text, x, baselineAt(top + row / 2, fontPx), palette[color]);
    x += view.measure.width(text) + pad;
  }
}

/** Where a legend of this height ends: at the foot of the pane, or above the labels that it would cover there. */
function clearBottom(
  { ratio, panes, fontPx, measure }: View,
  { labels }: DrawList,
  rightPx: number,
  heightPx: number,
): number {
  const pad = devicePx(PAD_CSS_PX, ratio);
  let bottom = panes[0]!.bottomPx - devicePx(BOTTOM_CSS_PX, ratio);
  for (let at = 0; at < labels.count; at++) {
    const [left, baseline] = [labels.x[at]!, labels.baseline[at]!];
    const isBeside = left > rightPx + pad || left + measure.width(labels.texts[at]!) < 0;
    if (isBeside || baseline < bottom - heightPx || baseline - fontPx > bottom) continue;
    bottom = baseline - fontPx - pad;
  }
  return Math.max(bottom, panes[0]!.topPx + heightPx);
}

/** Signs instead of words: the chart has none. */
function readingTexts(
  { resting, side, sold, bought }: HeatReading,
  lotCoins: number,
  coin: string,
): [text: string, color: 'text' | 'text3' | 'upText' | 'downText'][] {
  const words = (lots: number): string => formatQuantity(lots * lotCoins);
  const texts: ReturnType<typeof readingTexts> = [];
  if (resting === null) texts.push(['–', 'text3']);
  else if (resting === 0) texts.push([`0 ${coin}`, 'text3']);
  else texts.push([`${words(resting)} ${coin}`, side === 'both' ? 'text' : side === 'bid' ? 'upText' : 'downText']);
  if (bought > 0) texts.push([`↑ ${words(bought)}`, 'upText']);
  if (sold > 0) texts.push([`↓ ${words(sold)}`, 'downText']);
  return texts;
}
