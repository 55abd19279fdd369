// Fixture: a chart without a canvas: 6 CSS px a character, 390 x 420 CSS px at 3x, 500 made candles.
import { intervalMs } from '../../core/units/bar-interval.ts';
import { DEFAULT_STYLE, type CandleColumns, type ChartEvent } from '../../chart/api.ts';
import { Composer } from '../../chart/layers/composer.ts';
import type { CanvasPoint } from '../../chart/input/drag-target.ts';
import { DAMAGE, type DamageLevel } from '../../chart/scene/damage.ts';
import { averages, madeColumns, MARKET, THEMES } from '../support/data/chart-data.ts';

export interface ChartFixture {
  composer: Composer;
  columns: CandleColumns;
  /** The emitted events, and the worst damage marked since the last frame. */
  events: ChartEvent[];
  damage: DamageLevel;
  mark: (level: DamageLevel) => void;
  emit: (event: ChartEvent) => void;
  frame: (level?: DamageLevel) => void;
}

/** A composer of a phone's size, without candles. */
export function emptyComposer(): Composer {
  const composer = new Composer(
    MARKET,
    THEMES.dark,
    DEFAULT_STYLE,
    () => 18,
    () => undefined,
  );
  composer.resize(1170, 1260, 3);
  return composer;
}

export function makeChartFixture(columns: CandleColumns = madeColumns(500, 7)): ChartFixture {
  const composer = emptyComposer();
  const { view } = composer;
  view.time.ratio = 3;
  view.time.reset(columns.length);
  view.data.setColumns(columns, 'reset', 0, view.time);
  const [, volume] = averages(columns, []);
  view.data.setIndicators([volume!, { ...volume!, name: 'MACD' }]);
  composer.makePanes();
  const chart: ChartFixture = {
    composer,
    columns,
    events: [],
    damage: DAMAGE.none,
    mark: (level) => {
      if (level > chart.damage) chart.damage = level;
    },
    emit: (event) => {
      chart.events.push(event);
    },
    frame: (level = DAMAGE.full) => {
      composer.compose(level, columns.time[columns.length - 1]! + intervalMs(MARKET.interval) / 2);
      chart.damage = DAMAGE.none;
    },
  };
  chart.frame();
  return chart;
}

export const point = (xPx: number, yPx: number, touch = true): CanvasPoint => ({ xPx, yPx, timeMs: 0, touch });
