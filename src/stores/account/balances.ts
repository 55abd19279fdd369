// What the user owns: assets as the exchange says them, and what they are worth at the last prices, in exact units.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import type { Asset } from '../../../core/endpoints/responses.ts';
import { type CoinInfo, USDT_ID } from '../../../core/instruments/instrument.ts';
import { type Units, lotUnits, parseMoney } from '../../../core/units/units.ts';
import { call } from '../../api/call.ts';
import { instruments } from '../market/instruments.ts';
import { sessionToken } from './session.ts';
import { stored } from '../device/storage.ts';
import { tickerOf } from '../market/tickers.ts';

/** One coin of the user in units of 1e-8. `worth` is in USD (USDT 1:1). */
export interface Holding {
  coinInfoId: number;
  info: CoinInfo | undefined;
  available: Units;
  frozen: Units;
  worth: Units;
}
export type Account = 'spot' | 'contract';

/** One coin in units. */
const ONE_COIN = 100_000_000n;

const cached = stored('assetsData');
const receivedAt = signal<number | null>(null);
const failed = signal(false);

/** Assets as last heard; null before the first answer of this account. */
export const assets: ReadonlySignal<readonly Asset[] | null> = computed(() => cached.value?.assets ?? null);
/** When they were heard, in ms of this device; null when they are of the last visit. */
export const assetsAt: ReadonlySignal<number | null> = receivedAt;
/** The last fetch failed: what is shown is the last that was known. */
export const assetsFailed: ReadonlySignal<boolean> = failed;

let running: Promise<void> | null = null;

/**
 * Fetches the assets. Errors are not thrown (docs/specification.md 7): they show in `assetsFailed`. One fetch at a
 * time.
 */
export function refreshAssets(): Promise<void> {
  running ??= fetchAssets().finally(() => {
    running = null;
  });
  return running;
}

async function fetchAssets(): Promise<void> {
  const ofToken = sessionToken.peek();
  if (ofToken === '') return;
  try {
    const answer = await call('/coin/assets', {});
    if (sessionToken.peek() !== ofToken) return;
    cached.value = answer;
    receivedAt.value = Date.now();
    failed.value = false;
  } catch (cause) {
    console.warn('assets cannot be fetched', cause);
    failed.value = true;
  }
}

/** Takes changed assets from the feed; others stay as they are. Before the first answer there is nothing to change. */
export function applyBalances(changed: readonly Asset[]): void {
  const before = cached.peek();
  if (!before || sessionToken.peek() === '') return;
  const fresh = new Map(changed.map((asset) => [asset.coinInfoId, asset]));
  const merged = before.assets.map((asset) => fresh.get(asset.coinInfoId) ?? asset);
  const added = changed.filter(({ coinInfoId }) => !before.assets.some((asset) => asset.coinInfoId === coinInfoId));
  cached.value = { ...before, assets: [...merged, ...added] };
  receivedAt.value = Date.now();
}

function unitsOf(decimal: string): Units {
  return parseMoney(decimal) ?? 0n;
}

/** Units of a coin in USD at its last price; USDT at 1, a coin whose price is not known at 0. Reads signals. */
function worthOf(coinInfoId: number, units: Units): Units {
  if (coinInfoId === USDT_ID) return units;
  const instrument = instruments.value.get(coinInfoId);
  const ticks = tickerOf(coinInfoId).lastTicks.value;
  if (!instrument || !Number.isSafeInteger(ticks) || units === 0n) return 0n;
  return (units * lotUnits(ticks, instrument.price)) / ONE_COIN;
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
    };
  });
}

const sum = (list: readonly Holding[]): Units => list.reduce((total, { worth }) => total + worth, 0n);

/** Holdings by account; they change with every price of a coin that is held. */
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

/** Available units of one coin; 0 when nothing is known. Reads signals. */
export function availableUnits(coinInfoId: number, account: Account = 'spot'): Units {
  const asset = assets.value?.find((candidate) => candidate.coinInfoId === coinInfoId);
  if (!asset) return 0n;
  return unitsOf(account === 'spot' ? asset.balanceSpot : asset.balanceContract);
}
