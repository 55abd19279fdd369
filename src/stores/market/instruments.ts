// What can be traded: every instrument with its grids, known at once from the last visit and fetched anew.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { type CoinInfo, type Instrument, coinInfoSchema, instrumentOf } from '../../../core/instruments/instrument.ts';
import { market } from '../../api/market-worker.ts';
import { stored } from '../device/storage.ts';

const cached = stored('coinList');
const cachedForex = stored('forexList');

function cachedInfos(): CoinInfo[] {
  const list = v.safeParse(v.array(coinInfoSchema), [...cached.peek(), ...cachedForex.peek()]);
  return list.success ? list.output : [];
}

/** Every coin and market, in the exchange's order; USDT (no market) included. */
const infos = signal<readonly CoinInfo[]>(cachedInfos());

/** One of each, as long as it is said just so: what shows a market stands still when another one changes. */
const grids = new WeakMap<CoinInfo, Instrument>();
function gridOf(info: CoinInfo): Instrument {
  const grid = grids.get(info) ?? instrumentOf(info);
  grids.set(info, grid);
  return grid;
}

const byId = computed(() => new Map(infos.value.map((info) => [info.id, gridOf(info)])));
/** By coinInfoId. */
export const instruments: ReadonlySignal<ReadonlyMap<number, Instrument>> = byId;

/** Those with a market, in the exchange's order. */
export const markets: ReadonlySignal<readonly Instrument[]> = computed(() =>
  [...byId.value.values()].filter(({ info }) => info.pair !== ''),
);

/** Undefined until the list is known, or for an id that does not exist. */
export function instrumentById(coinInfoId: number): Instrument | undefined {
  return byId.peek().get(coinInfoId);
}

/** Takes the list as the exchange says it now. Equal lists change nothing. */
export function setInstruments(list: readonly CoinInfo[]): void {
  const before = new Map(infos.peek().map((info) => [info.id, info]));
  const same = (info: CoinInfo): CoinInfo => {
    const known = before.get(info.id);
    return known && JSON.stringify(known) === JSON.stringify(info) ? known : info;
  };
  const sorted = list.map(same).sort((a, b) => a.sort - b.sort || a.id - b.id);
  if (sorted.length === before.size && sorted.every((info, at) => info === infos.peek()[at])) return;
  infos.value = sorted;
  cached.value = sorted.filter(({ type }) => type !== 'forex');
  cachedForex.value = sorted.filter(({ type }) => type === 'forex');
}

/** How long to wait before asking again for a list that could not be had. */
const RETRY_MS = 5000;
const failed = signal(false);
/** The last attempt failed; what is known is of the last visit, or nothing. */
export const instrumentsFailed: ReadonlySignal<boolean> = failed;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Asks the worker for the list, and again every 5 s until it comes. */
export async function loadInstruments(): Promise<void> {
  clearTimeout(retry);
  try {
    setInstruments(await market().instruments());
    failed.value = false;
  } catch (cause) {
    console.warn('the instruments cannot be fetched', cause);
    failed.value = true;
    retry = setTimeout(() => void loadInstruments(), RETRY_MS);
  }
}
