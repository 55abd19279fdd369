// What the browser keeps between visits: every persisted item by its exact name, and the signals that write themselves
// back.
import { type Signal, effect, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { assetSchema } from '../../../core/endpoints/responses.ts';
import { TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { CHART_INTERVALS } from '../../../core/units/time.ts';

interface Item<T> {
  fallback: T;
  read: (text: string) => T | undefined;
  write: (value: T) => string;
}

function text(fallback: string): Item<string> {
  return { fallback, read: (stored) => stored, write: (value) => value };
}

/** One of a few words; anything else in the store is taken as absent. */
function word<const W extends string>(words: readonly W[], fallback: W): Item<W> {
  return { fallback, read: (stored) => words.find((known) => known === stored), write: (value) => value };
}

function json<T>(schema: v.GenericSchema<unknown, T>, fallback: T): Item<T> {
  return {
    fallback,
    read: (stored) => {
      const value: unknown = JSON.parse(stored);
      const checked = v.safeParse(schema, value);
      return checked.success ? checked.output : undefined;
    },
    write: (value) => JSON.stringify(value),
  };
}

const ids = v.array(v.number());
const anything = v.array(v.unknown());
/** The selected instrument of an area. */
const chosen = v.nullable(v.looseObject({ id: v.number() }));
const userInfo = v.nullable(
  v.looseObject({
    user: v.looseObject({ id: v.number(), email: v.string() }),
    userKyc: v.nullable(v.looseObject({ status: v.number() })),
    hasGoogleAuth: v.picklist([0, 1]),
    service: v.string(),
  }),
);
export type UserInfo = NonNullable<v.InferOutput<typeof userInfo>>;
const assetsData = v.nullable(
  v.looseObject({
    assets: v.array(assetSchema),
    usdtAmountSpotFreeze: v.string(),
    usdtAmountContractFreeze: v.string(),
  }),
);
const currency = v.object({ name: v.string(), value: v.string(), symbol: v.string() });
export type Currency = v.InferOutput<typeof currency>;

/** How the chart looks, as it is kept; the range of prices is not: it belongs to what is in sight. */
const chartStyle = v.object({
  candles: v.picklist(['solid', 'hollow', 'ohlc', 'line', 'area', 'heikin-ashi']),
  axis: v.picklist(['linear', 'log', 'percent']),
  inverted: v.boolean(),
  timeZone: v.string(),
  magnet: v.boolean(),
});
export type StoredChartStyle = v.InferOutput<typeof chartStyle>;
/** Heights of sub panes by indicator, as shares of the plot height. */
const paneShares = v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(1)));

/** Prices that a visitor waits for, in ticks. */
const alerts = v.array(v.object({ coinInfoId: v.number(), priceTicks: v.number(), above: v.boolean() }));

const limits = v.object({ dailyLoss: v.string(), stake: v.string(), sessionMinutes: v.string() });
/** Limits a user sets to themselves, as plain decimals; '' for none. Money in USDT. */
export type Limits = v.InferOutput<typeof limits>;
export const NO_LIMITS: Limits = { dailyLoss: '', stake: '', sessionMinutes: '' };
/** Those that hold, and what will take their place at `from` (ms). */
const ownLimits = v.object({ now: limits, later: v.nullable(v.object({ limits, from: v.number() })) });
export type OwnLimits = v.InferOutput<typeof ownLimits>;
const tradingTime = v.object({ startMs: v.number(), lastMs: v.number() });

/**
 * Rows of tickers in TICKER_FIELD's layout (null: not known), and when the feed was last heard, in ms of this device's
 * clock.
 */
const snapshot = v.object({
  at: v.number(),
  rows: v.array(v.pipe(v.array(v.nullable(v.number())), v.length(TICKER_FIELD.size))),
});

/** Names as docs/specification.md 3 has them, then our own under the same prefix. */
export const ITEMS = {
  fxproUserInfo: json(userInfo, null),
  fxproUserToken: text(''),
  fxproLanguage: text('zh-TW'),
  fxproInviteCode: text(''),
  /** Not of the session: it stays when that ends, so that the device is known again. */
  fxproDevice: text(''),
  fxproInviteCodeRes: text(''),
  noticeData: json(anything, []),
  coinData: json(chosen, null),
  contractsCoinData: json(chosen, null),
  tradeCoinData: json(chosen, null),
  coinList: json(anything, []),
  collectList: json(ids, []),
  loginInfo: json(v.nullable(v.looseObject({ email: v.string() })), null),
  assetsData: json(assetsData, null),
  coinAccountList: json(anything, []),
  homeCoinPanelList: json(ids, []),
  homeCoinList: json(ids, []),
  marketsQuoteList: json(anything, []),
  marketsOptionalList: json(anything, []),
  asksList: json(anything, []),
  bidsList: json(anything, []),
  sideType: word(['buy', 'sell'], 'buy'),
  mainInd: text('MA'),
  subInd: text('VOL'),
  lang: text('zh-TW'),
  inviteCode: text(''),
  inviteCodeRes: text(''),
  currencyData: json(currency, { name: 'USD', value: 'USD', symbol: '$' }),
  forexList: json(anything, []),
  forexRate: json(v.number(), 1),
  orderNumArr: json(v.array(v.string()), []),
  fxproTheme: word(['dark', 'light', 'system'], 'dark'),
  /** Whether the looks were asked for, and the desks whose hints were begun. */
  fxproLooksAsked: word(['0', '1'], '0'),
  fxproHintsSeen: json(v.array(v.string()), []),
  fxproUpDown: word(['green-up', 'red-up'], 'green-up'),
  fxproPalette: word(['plain', 'safe'], 'plain'),
  fxproInterval: word(CHART_INTERVALS, '15m'),
  fxproChartStyle: json<StoredChartStyle>(chartStyle, {
    candles: 'solid',
    axis: 'linear',
    inverted: false,
    timeZone: '',
    magnet: false,
  }),
  fxproChartPanes: json(paneShares, {}),
  fxproHideAssets: word(['0', '1'], '0'),
  fxproHideSmall: word(['0', '1'], '0'),
  fxproAlerts: json(alerts, []),
  fxproSnapshot: json<v.InferOutput<typeof snapshot>>(snapshot, { at: 0, rows: [] }),
  /** Orders are asked for once more before they are sent. */
  fxproConfirm: word(['1', '0'], '1'),
  /** Whether power and data are saved; by default where the device asks for it. */
  fxproSaver: word(['auto', 'on', 'off'], 'auto'),
  /** How far from the market a market order may trade, as a fraction; 0 for as far as the exchange lets it. */
  fxproSlippage: word(['0.001', '0.005', '0.01', '0.03', '0'], '0.01'),
  /** Kinds of notices that come without a word, a sound or a system notification; they still stand in the list. */
  fxproMuted: json(v.array(v.string()), []),
  fxproSounds: word(['1', '0'], '1'),
  /** Events whose sound is off. */
  fxproSilent: json(v.array(v.string()), []),
  /** Notices are shown by the system too while the page is not in sight. */
  fxproSystemNotices: word(['0', '1'], '0'),
  /** The risk of seconds contracts was acknowledged. */
  fxproSecondsRisk: word(['0', '1'], '0'),
  fxproLimits: json<OwnLimits>(ownLimits, { now: NO_LIMITS, later: null }),
  /** When the user's present stretch of trading began, and when they were last seen at it. */
  fxproDeskTime: json(tradingTime, { startMs: 0, lastMs: 0 }),
};

export type ItemName = keyof typeof ITEMS;
export type ItemValue<N extends ItemName> = (typeof ITEMS)[N]['fallback'];

/**
 * The browser's store; null in a page that says `<html data-storage="none">` (the embedded chart): it reads nothing
 * kept here and keeps nothing.
 */
function itemStorage(): Storage | null {
  return document.documentElement.dataset['storage'] === 'none' ? null : localStorage;
}

/** Reads an item; its default when it is absent, broken, or the browser keeps nothing. */
export function readItem<N extends ItemName>(name: N): ItemValue<N> {
  const item = ITEMS[name] as unknown as Item<ItemValue<N>>;
  try {
    const stored = itemStorage()?.getItem(name) ?? null;
    return (stored === null ? undefined : item.read(stored)) ?? item.fallback;
  } catch (cause) {
    console.warn(`stored ${name} cannot be read, its default is used`, cause);
    return item.fallback;
  }
}

/** Keeps an item. A full or closed store is no reason to stop: the value then lives as long as the page. */
export function writeItem<N extends ItemName>(name: N, value: ItemValue<N>): void {
  const item = ITEMS[name] as unknown as Item<ItemValue<N>>;
  try {
    itemStorage()?.setItem(name, item.write(value));
  } catch (cause) {
    console.warn(`${name} cannot be kept`, cause);
  }
}

export function clearItem(name: ItemName): void {
  try {
    itemStorage()?.removeItem(name);
  } catch (cause) {
    console.warn(`${name} cannot be cleared`, cause);
  }
}

/** Sets an item back to its default, which is not stored. */
export function resetItem(name: ItemName): void {
  (stored(name) as Signal<unknown>).value = ITEMS[name].fallback;
}

const live = new Map<ItemName, Signal<unknown>>();

/**
 * The one signal of an item: it starts with what is stored, writes changes back, and follows other tabs. At its default
 * it is not stored.
 */
export function stored<N extends ItemName>(name: N): Signal<ItemValue<N>> {
  const known = live.get(name);
  if (known) return known as Signal<ItemValue<N>>;
  const made = signal<ItemValue<N>>(readItem(name));
  live.set(name, made as Signal<unknown>);
  let last = made.peek();
  effect(() => {
    const value = made.value;
    if (value === last) return;
    last = value;
    if (value === ITEMS[name].fallback) clearItem(name);
    else writeItem(name, value);
  });
  return made;
}

/** Follows what other tabs of this browser change. Called once. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    const changed = key === null ? [...live.keys()] : [key as ItemName];
    for (const name of changed) {
      const following = live.get(name);
      if (following) following.value = readItem(name);
    }
  });
}
