// Parses the query of the frame's address: what to show, and which page may send commands.
import type { IndicatorPane } from '../../../chart/indicators/indicator-looks.ts';
import { BAR_EXAMPLES, EMBED_THEMES, EmbedFault, type EmbedTheme } from '../../../core/embed/embed-protocol.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type ChartInterval, TIME_INTERVALS, isChartInterval } from '../../../core/units/time.ts';
import { parsedUrl } from '../../lib/parsed-url.ts';
import { LANGUAGES, type LanguageCode, isLanguage, preferredLanguage } from '../../locales/languages.ts';
import { type EmbedIndicator, parseIndicatorList } from './indicator-list.ts';

/** What the frame shows. `symbol` is as typed; the other fields are valid. */
export interface EmbedSettings {
  symbol: string;
  interval: ChartInterval;
  main: EmbedIndicator[];
  sub: EmbedIndicator[];
  theme: EmbedTheme;
  locale: LanguageCode;
}

export interface FrameAddress {
  settings: EmbedSettings;
  /**
   * Origin whose messages are accepted; null: that of the first `hello`; INVALID_ORIGIN: none, because
   * the address names an invalid one.
   */
  origin: string | null;
  /** Moment of the past that the frame shows, ms; null: the live market. */
  replayMs: number | null;
  /** Invalid parameters, which are replaced by defaults. */
  faults: EmbedFault[];
}

export const INVALID_ORIGIN = 'invalid';
const DEFAULTS = { symbol: 'BTC/USDT', interval: '15m', main: 'MA', sub: 'VOL', theme: 'dark' } as const;

/**
 * Parses the query of the frame's address. `languages`: of the browser, in order of preference; used
 * without a `lang` parameter.
 */
export function readFrameAddress(query: URLSearchParams, languages: readonly string[]): FrameAddress {
  const faults: EmbedFault[] = [];
  const attempt = <T>(name: string, read: (text: string) => T, fallback: T): T => {
    const text = query.get(name);
    try {
      return text === null ? fallback : read(text);
    } catch (cause) {
      if (!(cause instanceof EmbedFault)) throw cause;
      faults.push(cause);
      return fallback;
    }
  };
  const indicators = (pane: IndicatorPane): EmbedIndicator[] =>
    attempt(pane, (text) => parseIndicatorList(text, pane), parseIndicatorList(DEFAULTS[pane], pane));
  const settings: EmbedSettings = {
    symbol: query.get('symbol')?.trim() || DEFAULTS.symbol,
    interval: attempt<ChartInterval>('interval', readInterval, DEFAULTS.interval),
    main: indicators('main'),
    sub: indicators('sub'),
    theme: attempt<EmbedTheme>('theme', readTheme, DEFAULTS.theme),
    locale: attempt<LanguageCode>('lang', readLocale, preferredLanguage(languages) ?? 'en-US'),
  };
  return {
    settings,
    replayMs: attempt<number | null>('replay', readMoment, null),
    origin: query.has('origin') ? attempt('origin', readOrigin, INVALID_ORIGIN) : null,
    faults,
  };
}

function readInterval(text: string): ChartInterval {
  if (isChartInterval(text)) return text;
  throw new EmbedFault(
    'unknown-interval',
    `There is no interval "${text.slice(0, 20)}". There are: ${TIME_INTERVALS.join(', ')}, ${BAR_EXAMPLES}.`,
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

/** "2026-11-25T12:00:00Z", or ms since the epoch. */
function readMoment(text: string): number {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (ms >= 0) return ms;
  throw new EmbedFault('malformed', '"replay" is a time such as "2026-11-25T12:00:00Z", or ms since the epoch.');
}

/** Parses a language code. Throws EmbedFault for an unsupported one. */
export function readLocale(text: string): LanguageCode {
  if (isLanguage(text)) return text;
  throw new EmbedFault(
    'unknown-locale',
    `There is no language "${text.slice(0, 20)}". There are: ${Object.keys(LANGUAGES).join(', ')}.`,
  );
}

function readOrigin(text: string): string {
  const url = parsedUrl(text);
  if (url && url.origin === text && /^https?:$/.test(url.protocol)) return text;
  throw new EmbedFault(
    'malformed',
    '"origin" is an origin such as "https://example.com", without a path. Messages of all pages are ignored.',
  );
}

/**
 * The market of a symbol: "BTC/USDT", "btc-usdt" and "BTCUSDT" are the same. Throws EmbedFault for an
 * unknown one.
 */
export function marketOfSymbol(symbol: string, markets: readonly Instrument[]): Instrument {
  const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const wanted = plain(symbol);
  const found = markets.find(({ info }) => plain(info.pair) === wanted);
  if (found) return found;
  throw new EmbedFault(
    'unknown-symbol',
    `There is no market "${symbol.slice(0, 40)}". A symbol is a pair such as ${markets[0]?.info.pair ?? DEFAULTS.symbol}.`,
  );
}
