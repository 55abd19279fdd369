// Assets of the user, and their worth at the last prices, in exact units.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import type { Asset } from '../../../core/endpoints/asset.ts';
import { type CoinInfo, USDT_ID } from '../../../core/instruments/instrument.ts';
import { ONE_E8, type Units, lotUnits, parseMoney } from '../../../core/units/units.ts';
import { read } from '../../api/read.ts';
import { instruments } from '../market/instruments.ts';
import { stored } from '../device/storage.ts';
import { tickerOf } from '../market/tickers.ts';
import { sessionToken } from './session.ts';

/** One coin of the user in units of 1e-8. `worth` is in USD (USDT 1:1), and 0 until `isPriced`. */
export interface Holding {
  coinInfoId: number;
  info: CoinInfo | undefined;
  available: Units;
  frozen: Units;
  worth: Units;
  /** Its worth is known: its market has a price, or it has no market, or there is nothing of it. */
  isPriced: boolean;
}
export type Account = 'spot' | 'contract';

const cached = stored('assetsData');
const receivedAt = signal<number | null>(null);
const failed = signal(false);

/** Last known assets; null before the first response of this account. */
export const assets: ReadonlySignal<readonly Asset[] | null> = computed(() => cached.value?.assets ?? null);
/** When the assets were received, in ms of this device; null when they are from the last visit. */
export const assetsAt: ReadonlySignal<number | null> = receivedAt;
/** The last fetch failed; the last known assets are shown. */
export const assetsFailed: ReadonlySignal<boolean> = failed;

interface Request {
  token: string;
  /** What the feed reported since: the answer may be older. */
  reported: Asset[];
  done: Promise<void>;
}
let running: Request | null = null;

/**
 * Fetches the assets, one request at a time per session. `afterGap`: changes were missed, and the answer to a request
 * that is under way may be older than they are. Errors show in `assetsFailed` (docs/specification.md 7).
 */
export function refreshAssets(afterGap = false): Promise<void> {
  const token = sessionToken.peek();
  const done = Promise.resolve();
  if (token === '') return done;
  if (!afterGap && running?.token === token) return running.done;
  running = { token, reported: [], done };
  return (running.done = fetchAssets(running));
}

// The state belongs to one session.
sessionToken.subscribe(() => {
  receivedAt.value = null;
  failed.value = false;
});

async function fetchAssets(own: Request): Promise<void> {
  // No later request was made, and the session is the same.
  const isLatest = (): boolean => running === own && sessionToken.peek() === own.token;
  try {
    const answer = await read('/coin/assets', {});
    if (!isLatest()) return;
    cached.value = answer;
    applyBalances(own.reported);
    failed.value = false;
  } catch (cause) {
    console.warn('assets fetch failed', cause);
    if (isLatest()) failed.value = true;
  } finally {
    if (running === own) running = null;
  }
}

/** Applies changed assets from the feed. Before the first full response they wait for it. */
export function applyBalances(changed: readonly Asset[]): void {
  running?.reported.push(...changed);
  const before = cached.peek();
  if (!before || sessionToken.peek() === '') return;
  // The last of a coin, at the place of its first.
  const byCoin = new Map([...before.assets, ...changed].map((asset) => [asset.coinInfoId, asset]));
  cached.value = { ...before, assets: [...byCoin.values()] };
  receivedAt.value = Date.now();
}

function unitsOf(decimal: string): Units {
  return parseMoney(decimal) ?? 0n;
}

/** Worth of units of a coin in USD at its last price; USDT at 1, a coin without a known price at 0. Reads signals. */
function worthOf(coinInfoId: number, units: Units): Units {
  if (coinInfoId === USDT_ID) return units;
  const instrument = instruments.value.get(coinInfoId);
  const ticks = tickerOf(coinInfoId).lastTicks.value;
  if (!instrument || !Number.isSafeInteger(ticks) || units === 0n) return 0n;
  return (units * lotUnits(ticks, instrument.price)) / ONE_E8;
}

/** Reads signals. */
function isPriced(coinInfoId: number, units: Units): boolean {
  if (units === 0n || coinInfoId === USDT_ID) return true;
  const instrument = instruments.value.get(coinInfoId);
  if (!instrument) return instruments.value.size > 0;
  return instrument.info.pair === '' || Number.isSafeInteger(tickerOf(coinInfoId).lastTicks.value);
}

function holdingsOf(account: Account): readonly Holding[] {
  return (assets.value ?? []).map((asset) => {
    const available = unitsOf(account === 'spot' ? asset.balanceSpot : asset.balanceContract);
    const frozen = unitsOf(account === 'spot' ? asset.balanceSpotFreeze : asset.balanceContractFreeze);
    const info = instruments.value.get(asset.coinInfoId)?.info;
    return {
      coinInfoId: asset.coinInfoId,
      info,
      available,
      frozen,
      worth: worthOf(asset.coinInfoId, available + frozen),
      isPriced: isPriced(asset.coinInfoId, available + frozen),
    };
  });
}

const sum = (list: readonly Holding[]): Units => list.reduce((total, { worth }) => total + worth, 0n);

/** Holdings by account; they change with every price of a held coin. */
export const holdings: Record<Account, ReadonlySignal<readonly Holding[]>> = {
  spot: computed(() => holdingsOf('spot')),
  contract: computed(() => holdingsOf('contract')),
};
/** Worth of an account in USD units: available and frozen (docs/formulas.md 36). */
export const accountWorth: Record<Account, ReadonlySignal<Units>> = {
  spot: computed(() => sum(holdings.spot.value)),
  contract: computed(() => sum(holdings.contract.value)),
};
/** Total assets in USD units (docs/formulas.md 37). */
export const totalWorth: ReadonlySignal<Units> = computed(() => accountWorth.spot.value + accountWorth.contract.value);

/** Assets are here, and the prices that their worth needs: a sum without one of them is no worth. */
export const isWorthKnown: ReadonlySignal<boolean> = computed(
  () => assets.value !== null && [...holdings.spot.value, ...holdings.contract.value].every((one) => one.isPriced),
);

/** Available units of one coin; 0 when unknown. Reads signals. */
export function availableUnits(coinInfoId: number, account: Account = 'spot'): Units {
  const asset = assets.value?.find((candidate) => candidate.coinInfoId === coinInfoId);
  if (!asset) return 0n;
  return unitsOf(account === 'spot' ? asset.balanceSpot : asset.balanceContract);
}
