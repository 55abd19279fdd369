// Figures of a market or coin as they are shown: prices by tick, amounts by lot, USDT with two decimals.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { roundDecimal, trimDecimal } from '../../../core/units/number-style.ts';
import { MONEY_DECIMALS, type Units, printMoney } from '../../../core/units/units.ts';
import { instrumentById } from './instruments.ts';
import { MONEY_TEXT_DECIMALS, UNKNOWN, cutText, separate } from './number-format.ts';

/** A figure as shown; `exact` has every digit and is there when the text lacks some. */
export interface Figure {
  text: string;
  exact?: string | undefined;
}

/** Decimals of amounts of a coin, or of a market's base coin: its lot's. */
function coinDecimals(coinInfoId: number): number {
  return coinInfoId === USDT_ID ? MONEY_TEXT_DECIMALS : (instrumentById(coinInfoId)?.amount.decimals ?? MONEY_DECIMALS);
}

/** An amount of a coin, or of a market's base coin, cut to its lot: "0.02849"; of USDT: "7,500.49". */
export function coinText(amount: string | Units, coinInfoId: number): string {
  return cutText(amount, coinDecimals(coinInfoId), coinInfoId !== USDT_ID);
}

/**
 * A price of a market with all decimals of its tick, an average rounded to the nearest (docs/formulas.md 43):
 * "66,887.82"; UNKNOWN where there is none ('' or 0).
 */
export function priceText(price: string, coinInfoId: number): string {
  const decimals = instrumentById(coinInfoId)?.info.pricePrecision ?? MONEY_DECIMALS;
  return Number(price) > 0 ? separate(roundDecimal(price, decimals)) : UNKNOWN;
}

/** The same as a figure, with the coin's name after it. */
export function coinFigure(amount: string | Units, coinInfoId: number, unit = ''): Figure {
  return figureOf(typeof amount === 'bigint' ? printMoney(amount) : amount, coinText(amount, coinInfoId), unit);
}

export function priceFigure(price: string, coinInfoId: number): Figure {
  return figureOf(price, priceText(price, coinInfoId), '');
}

function figureOf(decimal: string, shown: string, unit: string): Figure {
  const suffix = unit === '' ? '' : ` ${unit}`;
  const exact = separate(trimDecimal(decimal));
  return { text: shown + suffix, exact: isCut(shown, exact) ? exact + suffix : undefined };
}

/** Whether a text lacks digits of another; zeros at the end are none. */
function isCut(shown: string, exact: string): boolean {
  const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
  return shown !== UNKNOWN && digits(shown).length < digits(exact).length;
}
