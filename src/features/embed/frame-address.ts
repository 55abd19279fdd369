// What a frame's address asks for: the market and how it is shown, and which page may talk to it.
import { EMBED_THEMES, EmbedFault, type EmbedTheme } from '../../../core/embed/embed-protocol.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { CHART_INTERVALS, type ChartInterval, isChartInterval } from '../../../core/units/time.ts';
import { LANGUAGES, type LanguageCode, isLanguage } from '../../locales/languages.ts';
import { type AskedIndicator, type IndicatorPane, readIndicators } from './indicator-list.ts';

/** What is asked to be shown; the market as it was written. */
export interface Wish {
  symbol: string;
  interval: ChartInterval;
  main: AskedIndicator[];
  sub: AskedIndicator[];
  theme: EmbedTheme;
  locale: LanguageCode;
}

export interface Address {
  wish: Wish;
  /**
   * Origin of the one page that is heard; null: the first that says hello; NOBODY: the address names none that could be
   * heard.
   */
  origin: string | null;
  /** What the address asks for and cannot have; the usual stands in its place. */
  faults: EmbedFault[];
}

export const NOBODY = 'nobody';
const USUAL = { symbol: 'BTC/USDT', interval: '15m', main: 'MA', sub: 'VOL', theme: 'dark' } as const;

/** Reads the query of a frame's address. `languages` are the browser's own, best first. */
export function readAddress(query: URLSearchParams, languages: readonly string[]): Address {
  const faults: EmbedFault[] = [];
  const attempt = <T>(name: string, read: (text: string) => T, otherwise: T): T => {
    const text = query.get(name);
    try {
      return text === null ? otherwise : read(text);
    } catch (cause) {
      if (!(cause instanceof EmbedFault)) throw cause;
      faults.push(cause);
      return otherwise;
    }
  };
  const indicators = (pane: IndicatorPane): AskedIndicator[] =>
    attempt(pane, (text) => readIndicators(text, pane), readIndicators(USUAL[pane], pane));
  const wish: Wish = {
    symbol: query.get('symbol')?.trim() || USUAL.symbol,
    interval: attempt<ChartInterval>('interval', readInterval, USUAL.interval),
    main: indicators('main'),
    sub: indicators('sub'),
    theme: attempt<EmbedTheme>('theme', readTheme, USUAL.theme),
    locale: attempt<LanguageCode>('lang', readLocale, usualLanguage(languages)),
  };
  return { wish, origin: query.has('origin') ? attempt('origin', readOrigin, NOBODY) : null, faults };
}

function readInterval(text: string): ChartInterval {
  if (isChartInterval(text)) return text;
  throw new EmbedFault(
    'unknown-interval',
    `There is no interval "${text.slice(0, 20)}". There are: ${CHART_INTERVALS.join(', ')}.`,
  );
}

function readTheme(text: string): EmbedTheme {
  const theme = EMBED_THEMES.find((known) => known === text);
  if (theme) return theme;
  throw new EmbedFault(
    'unknown-theme',
    `There is no theme "${text.slice(0, 20)}". There are: ${EMBED_THEMES.join(', ')}.`,
  );
}

/** Throws EmbedFault for a language that the product does not speak. */
export function readLocale(text: string): LanguageCode {
  if (isLanguage(text)) return text;
  throw new EmbedFault(
    'unknown-locale',
    `There is no language "${text.slice(0, 20)}". There are: ${Object.keys(LANGUAGES).join(', ')}.`,
  );
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && url.origin === text && /^https?:$/.test(url.protocol)) return text;
  throw new EmbedFault(
    'malformed',
    '"origin" is an origin such as "https://example.com", without a path. No page is heard.',
  );
}

function usualLanguage(languages: readonly string[]): LanguageCode {
  const known = Object.keys(LANGUAGES).filter(isLanguage);
  const spoken = languages.map(
    (wanted) =>
      known.find((code) => code === wanted) ?? known.find((code) => code.split('-')[0] === wanted.split('-')[0]),
  );
  return spoken.find((code) => code !== undefined) ?? 'en-US';
}

/**
 * The market of a symbol, however it is written: "BTC/USDT", "btc-usdt", "BTCUSDT". Throws EmbedFault when there is
 * none.
 */
export function marketOfSymbol(symbol: string, markets: readonly Instrument[]): Instrument {
  const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const wanted = plain(symbol);
  const found = markets.find(({ info }) => plain(info.pair) === wanted);
  if (found) return found;
  throw new EmbedFault(
    'unknown-symbol',
    `There is no market "${symbol.slice(0, 40)}". A symbol is a pair such as ${markets[0]?.info.pair ?? USUAL.symbol}.`,
  );
}
