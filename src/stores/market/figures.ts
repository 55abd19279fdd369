// Figures of a market or coin as they are shown: prices by tick, amounts by lot, USDT with two decimals.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { MONEY_DECIMALS, type Units, parseMoney, printMoney } from '../../../core/units/units.ts';
import { instrumentById } from './instruments.ts';
import { MONEY_TEXT_DECIMALS, UNKNOWN, cutText } from './number-format.ts';

/** A figure as shown, and as a plain decimal with every digit. */
export interface Figure {
  text: string;
  exact: string;
}

/** Whether digits are missing from the text of a figure. */
export function isCut({ text, exact }: Figure): boolean {
  const digits = (number: string): string => number.replace(/\D/g, '').replace(/^0+|0+$/g, '');
  return parseMoney(exact) !== null && digits(text).length < digits(exact).length;
}

/** Decimals of amounts of a coin, or of a market's base coin: its lot's. */
function coinDecimals(coinInfoId: number): number {
  return coinInfoId === USDT_ID ? MONEY_TEXT_DECIMALS : (instrumentById(coinInfoId)?.amount.decimals ?? MONEY_DECIMALS);
}

/** An amount of a coin, or of a market's base coin, cut to its lot: "0.02849"; of USDT: "7,500.49". */
export function coinText(amount: string | Units, coinInfoId: number): string {
  return cutText(amount, coinDecimals(coinInfoId), coinInfoId !== USDT_ID);
}

export function coinFigure(amount: string | Units, coinInfoId: number): Figure {
  const exact = typeof amount === 'bigint' ? printMoney(amount) : amount;
  return { text: coinText(amount, coinInfoId), exact };
}

/** A price of a market with all decimals of its tick, cut: "66,887.81"; UNKNOWN where there is none ('' or 0). */
export function priceText(price: string, coinInfoId: number): string {
  const decimals = instrumentById(coinInfoId)?.info.pricePrecision ?? MONEY_DECIMALS;
  return Number(price) > 0 ? cutText(price, decimals) : UNKNOWN;
}

export function priceFigure(price: string, coinInfoId: number): Figure {
  return { text: priceText(price, coinInfoId), exact: price };
}
