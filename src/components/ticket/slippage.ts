// Maximum slippage of market orders: the choices and their texts.
import type { Translate } from '../../locales/use-translation.ts';

export const SLIPPAGES = ['0.001', '0.005', '0.01', '0.03', '0'] as const;
export type Slippage = (typeof SLIPPAGES)[number];

export function slippageText(chosen: Slippage, t: Translate): string {
  return chosen === '0' ? t('trade.slipAny') : t('trade.slipAtMost', { percent: Number(chosen) * 100 });
}
