// What an alert says, in every language: the market and the price that it waited for.
import type { Instrument } from '../../contract/instrument.ts';
import { printSteps } from '../../contract/units.ts';
import type { Words } from './notice-words.ts';

const TITLES: Record<string, string> = {
  'en-US': 'Price alert', 'zh-TW': '價格提醒', 'ja-JP': '価格アラート', 'ko-KR': '가격 알림', 'de-DE': 'Preisalarm', 'fr-FR': 'Alerte de prix',
  'ru-RU': 'Оповещение о цене', vi: 'Cảnh báo giá', 'ar-AE': 'تنبيه السعر',
};

/** English first, and the other languages by code. The text is a market and a price: it needs no translation. */
export function alertWords({ info, price }: Instrument, { priceTicks, above }: { priceTicks: number; above: 0 | 1 }): { title: Words; others: Record<string, Words> } {
  const content = `${info.pair} ${above ? '≥' : '≤'} ${printSteps(priceTicks, price, info.pricePrecision)}`;
  const others = Object.fromEntries(Object.entries(TITLES).map(([language, title]) => [language, { title: `${title}: ${content}`, content }]));
  return { title: others['en-US'] ?? { title: content, content }, others };
}
