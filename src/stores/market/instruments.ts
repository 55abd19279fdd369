// All instruments with their tick sizes: from the last visit at once, then fetched.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { type CoinInfo, type Instrument, coinInfoSchema, instrumentOf } from '../../../core/instruments/instrument.ts';
import { IN_REPLAY } from '../../lib/replay-address.ts';
import { marketWorker } from '../../api/market-worker.ts';
import { stored } from '../device/storage.ts';

const cached = stored('coinList');
const cachedForex = stored('forexList');

function cachedInfos(): CoinInfo[] {
  const list = v.safeParse(v.array(coinInfoSchema), [...cached.peek(), ...cachedForex.peek()]);
  return list.success ? list.output : [];
}

/** Every coin and market in the exchange's order, including USDT (without a market). */
const infos = signal<readonly CoinInfo[]>(cachedInfos());

/** One Instrument object per CoinInfo, so that components of unchanged markets do not re-render. */
const grids = new WeakMap<CoinInfo, Instrument>();
function gridOf(info: CoinInfo): Instrument {
  const grid = grids.get(info) ?? instrumentOf(info);
  grids.set(info, grid);
  return grid;
}

const byId = computed(() => new Map(infos.value.map((info) => [info.id, gridOf(info)])));
/** By coinInfoId. */
export const instruments: ReadonlySignal<ReadonlyMap<number, Instrument>> = byId;

/** Instruments with a market, in the exchange's order. */
export const markets: ReadonlySignal<readonly Instrument[]> = computed(() =>
  [...byId.value.values()].filter(({ info }) => info.pair !== ''),
);

/** Undefined until the list is loaded, or for an unknown id. */
export function instrumentById(coinInfoId: number): Instrument | undefined {
  return byId.peek().get(coinInfoId);
}

const listed = signal(false);
/** The exchange's list has come during this visit: until then a market may be newer than the list of the last one. */
export const instrumentsListed: ReadonlySignal<boolean> = listed;

/** Applies the exchange's current list. Equal lists change nothing. */
export function setInstruments(list: readonly CoinInfo[]): void {
  replaceInfos(list);
  listed.value = true;
}

function replaceInfos(list: readonly CoinInfo[]): void {
  const before = new Map(infos.peek().map((info) => [info.id, info]));
  const same = (info: CoinInfo): CoinInfo => {
    const known = before.get(info.id);
    return known && JSON.stringify(known) === JSON.stringify(info) ? known : info;
  };
  const sorted = list.map(same).sort((a, b) => a.sort - b.sort || a.id - b.id);
  if (sorted.length === before.size && sorted.every((info, at) => info === infos.peek()[at])) return;
  infos.value = sorted;
  // Those of a replay are perhaps a file's: the next live page must not begin with their grids.
  if (IN_REPLAY) return;
  cached.value = sorted.filter(({ type }) => type !== 'forex');
  cachedForex.value = sorted.filter(({ type }) => type === 'forex');
}

/** Delay before a failed fetch of the list is retried. */
const RETRY_MS = 5000;
const failed = signal(false);
/** The last fetch failed; the list is from the last visit, or empty. */
export const instrumentsFailed: ReadonlySignal<boolean> = failed;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Fetches the list through the worker; retries every 5 s until it succeeds. */
export async function loadInstruments(): Promise<void> {
  clearTimeout(retry);
  try {
    setInstruments(await marketWorker().instruments());
    failed.value = false;
  } catch (cause) {
    console.warn('instruments fetch failed', cause);
    failed.value = true;
    retry = setTimeout(() => void loadInstruments(), RETRY_MS);
  }
}
