// The figures of a position as its card shows them: signals, so that a new mark draws no card again.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseMoney, parseSteps, printScaled } from '../../../core/units/units.ts';
import { cellsOf } from '../../stores/account/contract-orders.ts';
import { UNKNOWN, separate, signedMoney } from '../../stores/market/number-format.ts';
import type { Direction } from '../../ui/live-text.tsx';

/** Above this the risk is red, above half of it amber; 100 % is the liquidation. */
const HIGH_RISK = 0.8;
const SOME_RISK = 0.5;

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

/** `never`: what stands for a liquidation price that does not exist. `decimals`: of the market's prices. */
export function positionFigures(id: number, decimals: number, never: string): PositionFigures {
  const { profit, profitRate, markPrice, riskRate, liqPrice } = cellsOf(id);
  return {
    profit: computed(() =>
      profit.value === '' ? UNKNOWN : `${signedMoney(profit.value)} (${percentText(profitRate.value)})`,
    ),
    tone: computed(() => (Number(profit.value) > 0 ? 1 : Number(profit.value) < 0 ? -1 : 0)),
    mark: computed(() => (markPrice.value === '' ? UNKNOWN : separate(markPrice.value))),
    risk: computed(() => (riskRate.value === '' ? UNKNOWN : percentText(riskRate.value))),
    level: computed(() =>
      Number(riskRate.value) > HIGH_RISK ? 'high' : Number(riskRate.value) > SOME_RISK ? 'some' : 'low',
    ),
    liq: computed(() => (liqPrice.value === '' ? never : separate(cutDecimals(liqPrice.value, decimals)))),
  };
}

/** "0.1810" as "18.10%"; cut, never rounded up. */
export function percentText(fraction: string): string {
  const units = parseMoney(fraction.replace('-', ''));
  return units === null ? UNKNOWN : `${fraction.startsWith('-') ? '-' : ''}${printScaled(units / 10_000n, 2)}%`;
}

/** A decimal cut to so many digits after the point. */
function cutDecimals(decimal: string, decimals: number): string {
  const point = decimal.indexOf('.');
  return point < 0 ? decimal : decimal.slice(0, decimals === 0 ? point : point + 1 + decimals);
}

/** Whole ticks of a typed price; 0 for none or one that is off the grid. */
export function typedTicks(instrument: Instrument, text: string): PriceTicks {
  const ticks = parseSteps(text, instrument.price);
  return typeof ticks === 'number' ? ticks : 0;
}
