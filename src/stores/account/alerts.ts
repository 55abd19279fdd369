// My alerts: an account's are the exchange's, which evaluates them always; a visitor's are this browser's, until
// somebody logs in.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { ALL_CHANNELS, type Alert, MOST_ALERTS } from '../../../core/endpoints/alert.ts';
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import type { PriceLevel } from '../../../core/worker-protocol/worker-protocol.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { call } from '../../api/call.ts';
import { isLost } from './cancel-orders.ts';
import { isLoggedIn, sessionToken } from './session.ts';
import { stored } from '../device/storage.ts';

const storedAlerts = stored('fxproAlerts');
const mine = signal<readonly Alert[] | null>(null);
const key = signal('');
/** Only the answer to the latest change counts. */
let asked = 0;

/** Newest first, those that were told included; null: not fetched yet. A visitor's have numbers below 0. */
export const myAlerts: ReadonlySignal<readonly Alert[] | null> = computed(() =>
  isLoggedIn.value ? mine.value : storedAlerts.value.map(asAlert).reverse(),
);
/** What browsers subscribe to pushes with; '' before it is known. */
export const pushKey: ReadonlySignal<string> = key;

/** How an alert is told. A visitor's is told once. */
export interface AlertHow {
  repeat: boolean;
  channels: number;
}
const USUAL_HOW: AlertHow = { repeat: false, channels: ALL_CHANNELS };

function asAlert({ coinInfoId, priceTicks, above }: PriceLevel, at: number): Alert {
  return {
    id: -1 - at,
    coinInfoId,
    priceTicks,
    above: above ? 1 : 0,
    ratePercent: 0,
    repeat: 0,
    channels: ALL_CHANNELS,
    waiting: 1,
    createTime: 0,
    fireTime: 0,
  };
}

/** Those of a market that wait for a price. */
export function priceAlerts(coinInfoId: number): Alert[] {
  return (myAlerts.value ?? []).filter(
    (alert) => alert.coinInfoId === coinInfoId && alert.waiting === 1 && alert.ratePercent === 0,
  );
}

/** Whether there is room for one more. */
export function mayAddAlert(): boolean {
  return (myAlerts.peek() ?? []).filter(({ waiting }) => waiting === 1).length < MOST_ALERTS;
}

/** Fetches the account's. Throws CallError. */
export async function loadAlerts(): Promise<void> {
  if (sessionToken.peek() !== '') await ask({});
}

/** Nobody is logged in: there are none of an account. */
export function clearAlerts(): void {
  asked += 1;
  mine.value = null;
}

async function ask(form: FormOf<'/user/notice'>): Promise<void> {
  const own = ++asked;
  const token = sessionToken.peek();
  const { alerts, pushKey: given } = await call('/user/notice', { ...form, alerts: true, pageSize: 1 });
  if (own !== asked || token !== sessionToken.peek()) return;
  mine.value = alerts ?? [];
  key.value = given ?? '';
}

/**
 * Waits for a price, on the side that `lastTicks` is not on; one that waits for it already is changed. Throws
 * CallError.
 */
export async function setPriceAlert(
  coinInfoId: number,
  priceTicks: PriceTicks,
  lastTicks: PriceTicks,
  { repeat, channels }: AlertHow = USUAL_HOW,
): Promise<void> {
  if (isLoggedIn.peek())
    return ask({ alertCoin: coinInfoId, alertTicks: priceTicks, alertRepeat: repeat, alertChannels: channels });
  keep(coinInfoId, priceTicks, lastTicks);
}

/** Waits for a risk rate of my positions in a market, or (0) in any. Throws CallError. */
export async function setRiskAlert(coinInfoId: number, percent: number, { repeat, channels }: AlertHow): Promise<void> {
  await ask({
    ...(coinInfoId > 0 && { alertCoin: coinInfoId }),
    alertRate: percent,
    alertRepeat: repeat,
    alertChannels: channels,
  });
}

/** To another price, at once on screen; back where it was when the exchange refuses. Throws CallError. */
export async function moveAlert(alert: Alert, priceTicks: PriceTicks, lastTicks: PriceTicks): Promise<void> {
  if (alert.id < 0) {
    forget(alert);
    return keep(alert.coinInfoId, priceTicks, lastTicks);
  }
  const moved = { ...alert, priceTicks, above: priceTicks > lastTicks ? 1 : 0 } as const;
  await tryOut((list) => list.map((each) => (each.id === alert.id ? moved : each)), {
    alertMove: alert.id,
    alertTicks: priceTicks,
  });
}

/** Takes one out. Throws CallError. */
export async function removeAlert(alert: Alert): Promise<void> {
  if (alert.id < 0) forget(alert);
  else await tryOut((list) => list.filter(({ id }) => id !== alert.id), { alertRemove: alert.id });
}

async function tryOut(
  change: (list: readonly Alert[]) => readonly Alert[],
  form: FormOf<'/user/notice'>,
): Promise<void> {
  const before = mine.peek();
  mine.value = change(before ?? []);
  const expected = mine.peek();
  try {
    await ask(form);
  } catch (cause) {
    if (mine.peek() === expected) mine.value = before;
    throw cause;
  }
}

function keep(coinInfoId: number, priceTicks: PriceTicks, lastTicks: PriceTicks): void {
  const others = storedAlerts
    .peek()
    .filter((level) => level.coinInfoId !== coinInfoId || level.priceTicks !== priceTicks);
  storedAlerts.value = [...others, { coinInfoId, priceTicks, above: priceTicks > lastTicks }];
}

function forget({ coinInfoId, priceTicks }: Pick<Alert, 'coinInfoId' | 'priceTicks'>): void {
  storedAlerts.value = storedAlerts
    .peek()
    .filter((level) => level.coinInfoId !== coinInfoId || level.priceTicks !== priceTicks);
}

/** Takes a visitor's alert out because it was reached; false when it is not there any more. */
export function takeReached(level: PriceLevel): boolean {
  const before = storedAlerts.peek();
  forget(level);
  return storedAlerts.peek().length < before.length;
}

/**
 * After login: what waits in this browser waits at the exchange from now on. What it refuses is dropped; what it cannot
 * be asked stays. Throws CallError.
 */
export async function migrateAlerts(): Promise<void> {
  for (const level of storedAlerts.peek()) {
    try {
      await ask({ alertCoin: level.coinInfoId, alertTicks: level.priceTicks });
    } catch (cause) {
      if (isLost(cause)) throw cause;
      console.warn('an alert was refused', cause);
    }
    forget(level);
  }
}
