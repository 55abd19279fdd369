// Persisted items: every storage key with its type and default, as signals that write themselves back.
import { type Signal, effect, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { assetSchema } from '../../../core/endpoints/asset.ts';
import { TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { isChartInterval } from '../../../core/units/time.ts';

interface Item<T> {
  fallback: T;
  read: (text: string) => T | undefined;
  write: (value: T) => string;
}

function text(fallback: string): Item<string> {
  return { fallback, read: (stored) => stored, write: (value) => value };
}

/** One of a few strings; any other stored value counts as absent. */
function oneOf<const W extends string>(words: readonly W[], fallback: W): Item<W> {
  return { fallback, read: (stored) => words.find((known) => known === stored), write: (value) => value };
}

/** A string that passes a check; any other stored value counts as absent. */
function checked<W extends string>(is: (stored: string) => stored is W, fallback: W): Item<W> {
  return { fallback, read: (stored) => (is(stored) ? stored : undefined), write: (value) => value };
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
/** Selected instrument of a market type. */
const selected = v.nullable(v.looseObject({ id: v.number() }));
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

/** Persisted style of the chart. The price range is not part of it: it belongs to the data shown. */
const chartStyle = v.object({
  candles: v.picklist(['solid', 'hollow', 'ohlc', 'line', 'area', 'heikin-ashi']),
  axis: v.picklist(['linear', 'log', 'percent']),
  inverted: v.boolean(),
  timeZone: v.string(),
  magnet: v.boolean(),
});
export type StoredChartStyle = v.InferOutput<typeof chartStyle>;
/** Heights of sub panes by indicator, as fractions of the plot height. */
const paneShares = v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(1)));

/** Price alerts of a visitor; prices in whole ticks. */
const alerts = v.array(
  v.object({ coinInfoId: v.number(), priceTicks: v.pipe(v.number(), v.safeInteger()), above: v.boolean() }),
);

const limits = v.object({ dailyLoss: v.string(), stake: v.string(), sessionMinutes: v.string() });
/** Limits users set for themselves, as plain decimals; '' for none. Money in USDT. */
export type Limits = v.InferOutput<typeof limits>;
export const NO_LIMITS: Limits = { dailyLoss: '', stake: '', sessionMinutes: '' };
/** Limits in effect, and those that replace them at `from` (ms). */
const userLimits = v.object({ now: limits, later: v.nullable(v.object({ limits, from: v.number() })) });
export type UserLimits = v.InferOutput<typeof userLimits>;
/** `version` is that of the account, 0 for none; `unsent`: changed on this device since; `owner`: 0 for a visitor. */
const layouts = v.array(
  v.object({
    name: v.string(),
    version: v.number(),
    layout: v.string(),
    unsent: v.boolean(),
    owner: v.number(),
  }),
);
export type StoredLayout = v.InferOutput<typeof layouts>[number];
const demoAccess = v.nullable(v.object({ email: v.string(), password: v.string() }));
const tradingTime = v.object({ startMs: v.number(), lastMs: v.number() });

/**
 * Tickers in TICKER_FIELD's layout (null: unknown), and the time of the last feed message, in ms of this device's
 * clock.
 */
const snapshot = v.object({
  at: v.number(),
  rows: v.array(v.pipe(v.array(v.nullable(v.number())), v.length(TICKER_FIELD.size))),
});

/** Storage keys: those of docs/specification.md 3, then our own with the same prefix. */
export const ITEMS = {
  fxproUserInfo: json(userInfo, null),
  fxproUserToken: text(''),
  fxproLanguage: text('zh-TW'),
  fxproInviteCode: text(''),
  /** Outlives the session, so that the exchange recognises the device. */
  fxproDevice: text(''),
  fxproInviteCodeRes: text(''),
  noticeData: json(anything, []),
  coinData: json(selected, null),
  contractsCoinData: json(selected, null),
  tradeCoinData: json(selected, null),
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
  sideType: oneOf(['buy', 'sell'], 'buy'),
  mainInd: text('MA'),
  subInd: text('VOL'),
  lang: text('zh-TW'),
  inviteCode: text(''),
  inviteCodeRes: text(''),
  currencyData: json(currency, { name: 'USD', value: 'USD', symbol: '$' }),
  forexList: json(anything, []),
  forexRate: json(v.number(), 1),
  orderNumArr: json(v.array(v.string()), []),
  fxproTheme: oneOf(['dark', 'light', 'system'], 'dark'),
  /** Whether the question about price colours was answered, and the pages whose hints were started. */
  fxproLooksAsked: oneOf(['0', '1'], '0'),
  fxproHintsSeen: json(v.array(v.string()), []),
  fxproUpDown: oneOf(['green-up', 'red-up'], 'green-up'),
  fxproPalette: oneOf(['plain', 'safe'], 'plain'),
  fxproInterval: checked(isChartInterval, '15m'),
  fxproChartStyle: json<StoredChartStyle>(chartStyle, {
    candles: 'solid',
    axis: 'linear',
    inverted: false,
    timeZone: '',
    magnet: false,
  }),
  fxproChartPanes: json(paneShares, {}),
  /** Whether the chart above an order form is open; `auto` follows the height of the screen. */
  fxproTicketChart: oneOf(['auto', '1', '0'], 'auto'),
  /** Whether the index chart of seconds contracts is open. */
  fxproSecondsChart: oneOf(['1', '0'], '1'),
  /** Sizes and visibility of the terminal's panes, as its own JSON. */
  fxproTerminal: text(''),
  /** The terminal's charts and their links, as its own JSON. */
  fxproCharts: text(''),
  /** Named layouts of the terminal. */
  fxproLayouts: json(layouts, []),
  /** Keys of commands that differ from the usual ones, as its own JSON. */
  fxproKeys: text(''),
  fxproHideAssets: oneOf(['0', '1'], '0'),
  fxproHideSmall: oneOf(['0', '1'], '0'),
  fxproAlerts: json(alerts, []),
  fxproSnapshot: json<v.InferOutput<typeof snapshot>>(snapshot, { at: 0, rows: [] }),
  /** Orders that are confirmed before they are sent: all, those that trade at once, or none. */
  fxproConfirm: oneOf(['1', 'now', '0'], '1'),
  /** Power and data saving; `auto` follows the device. */
  fxproSaver: oneOf(['auto', 'on', 'off'], 'auto'),
  /** Maximum slippage of market orders as a fraction; 0 for the exchange's own limit. */
  fxproSlippage: oneOf(['0.001', '0.005', '0.01', '0.03', '0'], '0.01'),
  /** What trades in the list are worth at least, in quote units; 0: all are shown. */
  fxproTradesFrom: oneOf(['0', '100', '1000', '10000', '100000'], '0'),
  /** How long a limit order stays; POST: until it is cancelled, and it never takes. */
  fxproTimeInForce: oneOf(['GTC', 'POST', 'IOC', 'FOK'], 'GTC'),
  /** Kinds of notices without toast, sound and system notification; they stay in the list. */
  fxproMuted: json(v.array(v.string()), []),
  fxproSounds: oneOf(['1', '0'], '1'),
  /** Events without sound. */
  fxproSilent: json(v.array(v.string()), []),
  /** Notices are also shown by the system while the page is hidden. */
  fxproSystemNotices: oneOf(['0', '1'], '0'),
  /** The risk of binary options was acknowledged. */
  fxproSecondsRisk: oneOf(['0', '1'], '0'),
  /** Login of the demo account that was opened here: generated, so that no user knows it by heart. */
  fxproDemoAccess: json(demoAccess, null),
  fxproLimits: json<UserLimits>(userLimits, { now: NO_LIMITS, later: null }),
  /** Start of the current trading session, and its last activity. */
  fxproDeskTime: json(tradingTime, { startMs: 0, lastMs: 0 }),
};

export type ItemName = keyof typeof ITEMS;
export type ItemValue<N extends ItemName> = (typeof ITEMS)[N]['fallback'];

/**
 * localStorage; null in a page with `<html data-storage="none">` (the embedded chart), which reads and writes nothing.
 */
function itemStorage(): Storage | null {
  return document.documentElement.dataset['storage'] === 'none' ? null : localStorage;
}

/** Whether an item has a stored value; false while storage is unavailable. */
export function isStored(name: ItemName): boolean {
  try {
    return (itemStorage()?.getItem(name) ?? null) !== null;
  } catch {
    return false;
  }
}

/** Reads an item; its default when it is absent or invalid, or storage is unavailable. */
export function readItem<N extends ItemName>(name: N): ItemValue<N> {
  const item = ITEMS[name] as unknown as Item<ItemValue<N>>;
  try {
    const stored = itemStorage()?.getItem(name) ?? null;
    return (stored === null ? undefined : item.read(stored)) ?? item.fallback;
  } catch (cause) {
    console.warn(`storage read failed: ${name}`, cause);
    return item.fallback;
  }
}

/** Writes an item. When storage is full or closed the value lives as long as the page. */
export function writeItem<N extends ItemName>(name: N, value: ItemValue<N>): void {
  const item = ITEMS[name] as unknown as Item<ItemValue<N>>;
  try {
    itemStorage()?.setItem(name, item.write(value));
  } catch (cause) {
    console.warn(`storage write failed: ${name}`, cause);
  }
}

export function clearItem(name: ItemName): void {
  try {
    itemStorage()?.removeItem(name);
  } catch (cause) {
    console.warn(`storage clear failed: ${name}`, cause);
  }
}

/** Resets an item to its default, which is not stored. */
export function resetItem(name: ItemName): void {
  (stored(name) as Signal<unknown>).value = ITEMS[name].fallback;
}

const signals = new Map<ItemName, Signal<unknown>>();

/**
 * The signal of an item: starts with the stored value, writes changes back, and follows other tabs. The default value
 * is not stored.
 */
export function stored<N extends ItemName>(name: N): Signal<ItemValue<N>> {
  const known = signals.get(name);
  if (known) return known as Signal<ItemValue<N>>;
  const made = signal<ItemValue<N>>(readItem(name));
  signals.set(name, made as Signal<unknown>);
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

/** Applies changes made by other tabs, also while this page was left and the browser held it. Called once. */
export function syncWithOtherTabs(): void {
  const follow = (names: Iterable<ItemName>): void => {
    const [shown, now] = [stored('fxproUserInfo').peek(), readItem('fxproUserInfo')];
    // Another user has logged in there: nothing of the one before stays in this page, and nothing typed by that one.
    if (shown && now && shown.user.id !== now.user.id) return location.reload();
    for (const name of names) {
      const following = signals.get(name);
      if (following) following.value = readItem(name);
    }
  };
  window.addEventListener('storage', ({ key }) => follow(key === null ? signals.keys() : [key as ItemName]));
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow(signals.keys()));
}
