// The nine languages, and the words of each by area: an area is loaded with the pages that speak it.
import { importWithRetry } from '../api/import-with-retry.ts';

/** English words by area: complete, and the measure of the other languages. */
interface English {
  shell: typeof import('./en-US/shell.ts').words;
  market: typeof import('./en-US/market.ts').words;
  chart: typeof import('./en-US/chart.ts').words;
  account: typeof import('./en-US/account.ts').words;
  contracts: typeof import('./en-US/contracts.ts').words;
  content: typeof import('./en-US/content.ts').words;
  wallet: typeof import('./en-US/wallet.ts').words;
  settings: typeof import('./en-US/settings.ts').words;
  identity: typeof import('./en-US/identity.ts').words;
  embed: typeof import('./en-US/embed.ts').words;
  seconds: typeof import('./en-US/seconds.ts').words;
  alert: typeof import('./en-US/alert.ts').words;
  demo: typeof import('./en-US/demo.ts').words;
  place: typeof import('./en-US/place.ts').words;
  status: typeof import('./en-US/status.ts').words;
  replay: typeof import('./en-US/replay.ts').words;
  security: typeof import('./en-US/security.ts').words;
  invite: typeof import('./en-US/invite.ts').words;
  help: typeof import('./en-US/help.ts').words;
  equity: typeof import('./en-US/equity.ts').words;
  orders: typeof import('./en-US/orders.ts').words;
  hub: typeof import('./en-US/hub.ts').words;
}

/**
 * Words that are loaded together; `shell` is there before the first page. `refusals` are the contract's sentences, by
 * code.
 */
export type Area = keyof English | 'refusals';
/** What a complete language has to say, area by area. */
export type AreaWords = { [A in keyof English]: Record<keyof English[A], string> };
type KeyOf<T> = T extends unknown ? keyof T : never;
/** Every word the screen has, by key. */
export type Words = Record<KeyOf<English[keyof English]>, string>;

export interface Language {
  /** In its own script. */
  name: string;
  dir: 'ltr' | 'rtl';
}

export const LANGUAGES = {
  'zh-TW': { name: '繁體中文', dir: 'ltr' },
  'en-US': { name: 'English', dir: 'ltr' },
  'ko-KR': { name: '한국어', dir: 'ltr' },
  'ja-JP': { name: '日本語', dir: 'ltr' },
  'de-DE': { name: 'Deutsch', dir: 'ltr' },
  'fr-FR': { name: 'Français', dir: 'ltr' },
  'ru-RU': { name: 'Русский', dir: 'ltr' },
  vi: { name: 'Tiếng Việt', dir: 'ltr' },
  'ar-AE': { name: 'العربية', dir: 'rtl' },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE: LanguageCode = 'zh-TW';
export function isLanguage(code: string): code is LanguageCode {
  return Object.hasOwn(LANGUAGES, code);
}

const files = new Map(
  Object.entries(import.meta.glob<{ words: Partial<Words> }>('./*/*.ts')).map(([path, load]) => [
    path,
    importWithRetry(load),
  ]),
);

/** Words of one area in one language. Throws when they cannot be loaded. */
export async function loadArea(code: LanguageCode, area: Area): Promise<Partial<Words>> {
  return (await files.get(`./${code}/${area}.ts`)!()).words;
}
