// Namespaces of the texts: the keys of each, and loading one in one language.
import type { RefusalTexts } from '../../core/errors/errors.ts';
import { importWithRetry } from '../api/import-with-retry.ts';
import type { LanguageCode } from './languages.ts';

/** The texts in en-US, from which the keys are typed. `tests/architecture` compares the other languages with them. */
interface English {
  account: typeof import('./en-US/account.json');
  alert: typeof import('./en-US/alert.json');
  chart: typeof import('./en-US/chart.json');
  content: typeof import('./en-US/content.json');
  contracts: typeof import('./en-US/contracts.json');
  demo: typeof import('./en-US/demo.json');
  embed: typeof import('./en-US/embed.json');
  equity: typeof import('./en-US/equity.json');
  identity: typeof import('./en-US/identity.json');
  indicators: typeof import('./en-US/indicators.json');
  invite: typeof import('./en-US/invite.json');
  market: typeof import('./en-US/market.json');
  orders: typeof import('./en-US/orders.json');
  replay: typeof import('./en-US/replay.json');
  seconds: typeof import('./en-US/seconds.json');
  security: typeof import('./en-US/security.json');
  settings: typeof import('./en-US/settings.json');
  shell: typeof import('./en-US/shell.json');
  status: typeof import('./en-US/status.json');
  wallet: typeof import('./en-US/wallet.json');
}

/**
 * Texts that are loaded together, as one chunk a language. `shell` is loaded before the first page. `refusals` holds
 * the error messages by code, which the server sends as well.
 */
export type Namespace = keyof English | 'refusals';
type KeyOf<T> = T extends unknown ? keyof T : never;
/** All texts of a language by key. */
export type Texts = Record<KeyOf<English[keyof English]>, string>;

type LoadedTexts = Partial<Texts & RefusalTexts>;
type Load = () => Promise<{ default: Partial<Texts> }>;
/** A language is a chunk with the texts of the shell and the names of its other chunks, one for each namespace. */
interface Language {
  shell: Partial<Texts>;
  pages: Record<string, () => Promise<unknown>>;
  refusals: () => Promise<{ words: RefusalTexts }>;
}

const languages: Record<LanguageCode, () => Promise<Language>> = {
  'ar-AE': importWithRetry(() => import('./ar-AE.ts')),
  'de-DE': importWithRetry(() => import('./de-DE.ts')),
  'en-US': importWithRetry(() => import('./en-US.ts')),
  'fr-FR': importWithRetry(() => import('./fr-FR.ts')),
  'ja-JP': importWithRetry(() => import('./ja-JP.ts')),
  'ko-KR': importWithRetry(() => import('./ko-KR.ts')),
  'ru-RU': importWithRetry(() => import('./ru-RU.ts')),
  vi: importWithRetry(() => import('./vi.ts')),
  'zh-TW': importWithRetry(() => import('./zh-TW.ts')),
};
/** By `language/namespace`. */
const loaders = new Map<string, () => Promise<LoadedTexts>>();

/** Texts of one namespace in one language. Rejects when the chunk cannot be loaded; may be called again. */
export async function loadNamespace(code: LanguageCode, namespace: Namespace): Promise<LoadedTexts> {
  const language = await languages[code]();
  if (namespace === 'shell') return language.shell;
  const key = `${code}/${namespace}`;
  const load = loaders.get(key) ?? loaderOf(language, namespace, key);
  loaders.set(key, load);
  return load();
}

function loaderOf({ pages, refusals }: Language, namespace: Namespace, key: string): () => Promise<LoadedTexts> {
  if (namespace === 'refusals') {
    const load = importWithRetry(refusals);
    return async () => (await load()).words;
  }
  const load = importWithRetry(pages[`./${key}.json`] as Load);
  return async () => (await load()).default;
}
