// Public configuration of the app: the values of `/common/prop`.
import { APP_VERSION } from '../../../core/endpoints/http.ts';
import { CONVERT_FEE_E8 } from '../../../core/orders/fund-order.ts';
import { LANGUAGE_CODES } from '../../../core/units/language.ts';
import { printMoney } from '../../../core/units/units.ts';
import { articlesIn, htmlOf } from '../notifications/articles.ts';
import type { Captcha } from '../auth/captcha.ts';
import { countriesIn } from '../kyc/countries.ts';
import type { AppConfigTexts } from '../notifications/messages/message-texts.ts';
import { messagesIn } from '../notifications/messages/languages.ts';

/** A service value of 123 hides the chat (docs/specification.md 2); the exchange has no chat. */
export const NO_SERVICE = '123';

const CURRENCIES = [
  { name: 'USD', value: 'USD', symbol: '$' },
  { name: 'CNH', value: 'CNH', symbol: '¥' },
  { name: 'EUR', value: 'EUR', symbol: '€' },
  { name: 'TWD', value: 'TWD', symbol: 'NT$' },
  { name: 'HKD', value: 'HKD', symbol: 'HK$' },
  { name: 'GBP', value: 'GBP', symbol: '£' },
  { name: 'JPY', value: 'JPY', symbol: '¥' },
];

export interface AppConfigOptions {
  demo: boolean;
  inviteRequired: boolean;
  /** Whether codes are sent by mail; if not, they are returned as `demoCode`. */
  mail: boolean;
  /** Language of the texts. */
  language: string;
  /** Values of other services, by key. */
  more: Readonly<Record<string, () => unknown>>;
  /** Creates a captcha; called only when one is requested. */
  captcha(): Captcha;
}

/** The requested values by name; an unknown name has no entry. Values that are not requested are not computed. */
export function appConfigOf(keys: string, settings: AppConfigOptions): Record<string, unknown> {
  const { language } = settings;
  const text = (name: keyof AppConfigTexts): string => htmlOf(messagesIn(language).texts[name]);
  const props: Record<string, () => unknown> = {
    service: () => NO_SERVICE,
    captcha: settings.captcha,
    inviteRequired: () => (settings.inviteRequired ? 1 : 0),
    countries: () => countriesIn(language),
    languages: () => [...LANGUAGE_CODES],
    currencies: () => CURRENCIES,
    features: () => ({ demo: settings.demo ? 1 : 0, mail: settings.mail ? 1 : 0 }),
    version: () => APP_VERSION,
    about: () => text('about'),
    whitePaper: () => text('whitePaper'),
    privacy: () => text('privacy'),
    knowledge: () =>
      articlesIn(language)
        .filter(({ kind }) => kind === 'article')
        .map(({ id, title, summary }) => ({ id, title, summary })),
    appDownload: () => ({ web: 1, ios: '', android: '' }),
    withdrawRule: () => ({ turnoverRate: 1, needKyc: 1, needGoogle: 1, payoutMinutes: 30 }),
    ...settings.more,
    fee: () => ({ transfer: '0', convert: printMoney(CONVERT_FEE_E8), note: text('fee') }),
  };
  const names = [...new Set(keys.split(',').map((key) => key.trim()))];
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(props, name) ? [[name, props[name]?.()]] : [])));
}
