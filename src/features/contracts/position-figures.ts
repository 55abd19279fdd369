// Live figures of a position as signals: a new mark price writes text and renders no component.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseMoney, parseSteps, printScaled } from '../../../core/units/units.ts';
import { cellsOf } from '../../stores/account/contract-orders.ts';
import { UNKNOWN, separate, signedMoney } from '../../stores/market/number-format.ts';
import type { Direction } from '../../ui/live-text.tsx';

/** Risk rate (1 = liquidation) above which the figure is red, and amber. */
const HIGH_RISK = 0.8;
const MEDIUM_RISK = 0.5;

type RiskLevel = 'low' | 'some' | 'high';

export interface PositionFigures {
  /** "+152.30 (18.10 %)". */
  profit: ReadonlySignal<string>;
  tone: ReadonlySignal<Direction>;
  mark: ReadonlySignal<string>;
  risk: ReadonlySignal<string>;
  level: ReadonlySignal<RiskLevel>;
  liq: ReadonlySignal<string>;
}

/** `never`: text for a liquidation price that does not exist. `decimals`: of the market's prices. */
export function positionFigures(id: number, decimals: number, noLiquidationText: string): PositionFigures {
  const { profit, profitRate, markPrice, riskRate, liqPrice } = cellsOf(id);
  return {
    profit: computed(() =>
      profit.value === '' ? UNKNOWN : `${signedMoney(profit.value)} (${percentText(profitRate.value)})`,
    ),
    tone: computed(() => (Number(profit.value) > 0 ? 1 : Number(profit.value) < 0 ? -1 : 0)),
    mark: computed(() => (markPrice.value === '' ? UNKNOWN : separate(markPrice.value))),
    risk: computed(() => (riskRate.value === '' ? UNKNOWN : percentText(riskRate.value))),
    level: computed(() =>
      Number(riskRate.value) > HIGH_RISK ? 'high' : Number(riskRate.value) > MEDIUM_RISK ? 'some' : 'low',
    ),
    liq: computed(() => (liqPrice.value === '' ? noLiquidationText : separate(cutDecimals(liqPrice.value, decimals)))),
  };
}

/** "0.1810" as "18.10%"; cut, never rounded up. */
export function percentText(fraction: string): string {
  const units = parseMoney(fraction.replace('-', ''));
  return units === null ? UNKNOWN : `${fraction.startsWith('-') ? '-' : ''}${printScaled(units / 10_000n, 2)}%`;
}

/** A decimal cut to `decimals` digits after the point. */
function cutDecimals(decimal: string, decimals: number): string {
  const point = decimal.indexOf('.');
  return point < 0 ? decimal : decimal.slice(0, decimals === 0 ? point : point + 1 + decimals);
}

/** Whole ticks of a typed price; 0 for an empty or off-grid one. */
export function typedTicks(instrument: Instrument, text: string): PriceTicks {
  const ticks = parseSteps(text, instrument.price);
  return typeof ticks === 'number' ? ticks : 0;
}
