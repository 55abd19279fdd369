// Tiles: cacheable GETs beside the table of calls, with a query instead of a body.
import * as v from 'valibot';
import { DEPTH_COLUMN_MS, depthTileStart } from '../market-data/depth-tile.ts';
import { FLOW_BAR_MS, flowTileStart } from '../market-data/flow-tile.ts';
import { LEVEL_TICKS } from '../market-data/tile.ts';
import { tradeTileStart } from '../market-data/trade-tile.ts';
import { whole, wholeIn } from './form-fields.ts';
import { MAX_DATE_MS } from '../units/durations.ts';

/** Latest start of a tile, ms: beyond it a date is no date. */
const LAST_MS = MAX_DATE_MS - 1e12;

function oneOf(values: readonly number[]) {
  return v.pipe(v.picklist(values.map(String)), v.transform(Number));
}

const common = {
  coinInfoId: wholeIn(1, 1_000_000),
  /** Ticks of a level; the tile may have coarser ones. */
  levelTicks: oneOf(LEVEL_TICKS),
};

/** `fromMs` is the start of a tile, so that each has one address. */
export const TILE_CALLS = {
  '/tiles/flow': {
    request: v.pipe(
      v.object({ ...common, barMs: oneOf(FLOW_BAR_MS), fromMs: v.pipe(whole, v.maxValue(LAST_MS)) }),
      v.forward(
        v.check(({ barMs, fromMs }) => flowTileStart(fromMs, barMs) === fromMs, 'start of a tile'),
        ['fromMs'],
      ),
    ),
  },
  '/tiles/depth': {
    request: v.pipe(
      v.object({ ...common, columnMs: oneOf(DEPTH_COLUMN_MS), fromMs: v.pipe(whole, v.maxValue(LAST_MS)) }),
      v.forward(
        v.check(({ columnMs, fromMs }) => depthTileStart(fromMs, columnMs) === fromMs, 'start of a tile'),
        ['fromMs'],
      ),
    ),
  },
  '/tiles/trades': {
    request: v.pipe(
      v.object({ coinInfoId: common.coinInfoId, fromMs: v.pipe(whole, v.maxValue(LAST_MS)) }),
      v.forward(
        v.check(({ fromMs }) => tradeTileStart(fromMs) === fromMs, 'start of a tile'),
        ['fromMs'],
      ),
    ),
  },
} as const;

export type TilePath = keyof typeof TILE_CALLS;
export type TileRequestOf<P extends TilePath> = v.InferOutput<(typeof TILE_CALLS)[P]['request']>;
