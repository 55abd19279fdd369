// Live figures of a position as signals: a new mark price writes text and renders no component.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps } from '../../../core/units/units.ts';
import { cellsOf } from '../../stores/account/contract-orders.ts';
import { priceText } from '../../stores/market/figures.ts';
import { UNKNOWN, cutPercentText, signedMoney } from '../../stores/market/number-format.ts';

/** Margin ratio (1 = liquidation) above which the figure is red, and amber. */
const HIGH_RISK = 0.8;
const MEDIUM_RISK = 0.5;

type RiskLevel = 'low' | 'some' | 'high';

export interface PositionFigures {
  /** "+152.30 (18.10 %)". */
  profit: ReadonlySignal<string>;
  tone: ReadonlySignal<number>;
  mark: ReadonlySignal<string>;
  risk: ReadonlySignal<string>;
  level: ReadonlySignal<RiskLevel>;
  liq: ReadonlySignal<string>;
}

/** `noLiquidationText`: shown for a liquidation price that does not exist. */
export function positionFigures(id: number, coinInfoId: number, noLiquidationText: string): PositionFigures {
  const { profit, profitRate, markPrice, riskRate, liqPrice } = cellsOf(id);
  return {
    profit: computed(() =>
      profit.value === '' ? UNKNOWN : `${signedMoney(profit.value)} (${cutPercentText(profitRate.value)})`,
    ),
    tone: computed(() => Math.sign(Number(profit.value))),
    mark: computed(() => priceText(markPrice.value, coinInfoId)),
    risk: computed(() => (riskRate.value === '' ? UNKNOWN : cutPercentText(riskRate.value))),
    level: computed(() =>
      Number(riskRate.value) > HIGH_RISK ? 'high' : Number(riskRate.value) > MEDIUM_RISK ? 'some' : 'low',
    ),
    liq: computed(() => (liqPrice.value === '' ? noLiquidationText : priceText(liqPrice.value, coinInfoId))),
  };
}

/** Whole ticks of a typed price; 0 for an empty or off-grid one. */
export function typedTicks(instrument: Instrument, text: string): PriceTicks {
  const ticks = parseSteps(text, instrument.price);
  return typeof ticks === 'number' ? ticks : 0;
}
