// Texts of alerts in every language: the market and its price, or the margin ratio.
import type { LanguageCode } from '../../../core/units/language.ts';
import type { Alert } from '../../../core/endpoints/alert.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type NumberStyle, numberStyleOf, writeDecimal } from '../../../core/units/number-style.ts';
import { printSteps } from '../../../core/units/units.ts';
import type { Words } from './notice-messages.ts';

interface AlertTexts {
  price: string;
  risk: string;
  rate: string;
  /** Shown in place of a market. */
  all: string;
}

const TEXTS: Record<LanguageCode, AlertTexts> = {
  'en-US': { price: 'Price alert', risk: 'Risk alert', rate: 'margin ratio', all: 'All positions' },
  'zh-TW': { price: '價格提醒', risk: '風險提醒', rate: '保證金率', all: '所有持倉' },
  'ja-JP': { price: '価格アラート', risk: 'リスクアラート', rate: '証拠金率', all: 'すべてのポジション' },
  'ko-KR': { price: '가격 알림', risk: '위험 알림', rate: '증거금률', all: '모든 포지션' },
  'de-DE': { price: 'Preisalarm', risk: 'Risikoalarm', rate: 'Margin-Quote', all: 'Alle Positionen' },
  'fr-FR': { price: 'Alerte de prix', risk: 'Alerte de risque', rate: 'ratio de marge', all: 'Toutes les positions' },
  'ru-RU': { price: 'Оповещение о цене', risk: 'Оповещение о риске', rate: 'уровень маржи', all: 'Все позиции' },
  vi: { price: 'Cảnh báo giá', risk: 'Cảnh báo rủi ro', rate: 'tỷ lệ ký quỹ', all: 'Mọi vị thế' },
  'ar-AE': { price: 'تنبيه السعر', risk: 'تنبيه المخاطر', rate: 'نسبة الهامش', all: 'كل المراكز' },
};

/** English, and the other languages by code. `instrument` null: an alert on all positions. */
export function alertNoticeTexts(
  instrument: Instrument | null,
  alert: Pick<Alert, 'priceTicks' | 'above' | 'ratePercent'>,
): { title: Words; others: Record<string, Words> } {
  const others = Object.fromEntries(
    Object.entries(TEXTS).map(([language, texts]) => {
      const content = contentOf(instrument, alert, texts, numberStyleOf(language));
      return [language, { title: `${alert.ratePercent > 0 ? texts.risk : texts.price}: ${content}`, content }];
    }),
  );
  return { title: others['en-US'] ?? { title: '', content: '' }, others };
}

function contentOf(
  instrument: Instrument | null,
  { priceTicks, above, ratePercent }: Pick<Alert, 'priceTicks' | 'above' | 'ratePercent'>,
  { rate, all }: AlertTexts,
  style: NumberStyle,
): string {
  const market = instrument?.info.pair ?? all;
  if (ratePercent > 0 || !instrument) return `${market}: ${rate} ≥ ${ratePercent}${style.percent}`;
  const price = printSteps(priceTicks, instrument.price, instrument.info.pricePrecision);
  return `${market} ${above ? '≥' : '≤'} ${writeDecimal(price, style)}`;
}
