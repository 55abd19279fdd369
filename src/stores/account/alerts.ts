// Price and risk alerts.
// An account's are evaluated by the exchange, a visitor's are stored in this browser until login.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { ALL_CHANNELS, type Alert, MAX_ALERTS } from '../../../core/endpoints/alert.ts';
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import type { PriceLevel } from '../../../core/worker-protocol/worker-protocol.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { CallError, call } from '../../api/call.ts';
import { read } from '../../api/read.ts';
import { isFinal } from '../../api/order-submission.ts';
import { stored } from '../device/storage.ts';
import { isLoggedIn, sessionToken } from './session.ts';

const storedAlerts = stored('fxproAlerts');
const accountAlerts = signal<readonly Alert[] | null>(null);
const key = signal('');
/** Number of the latest request; earlier responses are ignored. */
let latestRequest = 0;

/** Newest first, including those already notified; null: not fetched yet. A visitor's alerts have negative ids. */
export const myAlerts: ReadonlySignal<readonly Alert[] | null> = computed(() =>
  isLoggedIn.value ? accountAlerts.value : storedAlerts.value.map(asAlert).reverse(),
);
/** The exchange's public key for push subscriptions; '' before it is known. */
export const pushKey: ReadonlySignal<string> = key;

/** Repetition and channels of an alert. A visitor's alert fires once. */
export interface AlertOptions {
  repeat: boolean;
  channels: number;
}
const DEFAULT_OPTIONS: AlertOptions = { repeat: false, channels: ALL_CHANNELS };

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

/** Active price alerts of a market. */
export function priceAlerts(coinInfoId: number): Alert[] {
  return (myAlerts.value ?? []).filter(
    (alert) => alert.coinInfoId === coinInfoId && alert.waiting === 1 && alert.ratePercent === 0,
  );
}

/** Whether another alert may be added. */
export function canAddAlert(): boolean {
  return (myAlerts.peek() ?? []).filter(({ waiting }) => waiting === 1).length < MAX_ALERTS;
}

/** Fetches the account's alerts. Throws CallError. */
export async function loadAlerts(): Promise<void> {
  if (sessionToken.peek() !== '') await send({}, read);
}

/** Clears the account's alerts. */
export function clearAlerts(): void {
  latestRequest += 1;
  accountAlerts.value = null;
}

async function send(form: FormOf<'/user/notice'>, make: typeof call = call): Promise<void> {
  const own = ++latestRequest;
  const token = sessionToken.peek();
  const { alerts, pushKey: given } = await make('/user/notice', { ...form, alerts: true, pageSize: 1 });
  if (own !== latestRequest || token !== sessionToken.peek()) return;
  accountAlerts.value = alerts ?? [];
  key.value = given ?? '';
}

/**
 * Sets a price alert; its direction is the side of `lastTicks` on which the price lies. An alert at the same price is
 * replaced. Throws CallError.
 */
export async function setPriceAlert(
  coinInfoId: number,
  priceTicks: PriceTicks,
  lastTicks: PriceTicks,
  { repeat, channels }: AlertOptions = DEFAULT_OPTIONS,
): Promise<void> {
  if (isLoggedIn.peek())
    return send({ alertCoin: coinInfoId, alertTicks: priceTicks, alertRepeat: repeat, alertChannels: channels });
  storeLocally(coinInfoId, priceTicks, lastTicks);
}

/** Sets an alert on the margin ratio of the user's positions in one market, or (0) in any. Throws CallError. */
export async function setRiskAlert(
  coinInfoId: number,
  percent: number,
  { repeat, channels }: AlertOptions,
): Promise<void> {
  await send({
    ...(coinInfoId > 0 && { alertCoin: coinInfoId }),
    alertRate: percent,
    alertRepeat: repeat,
    alertChannels: channels,
  });
}

/** Moves an alert to another price, shown at once and reverted when the exchange refuses. Throws CallError. */
export async function moveAlert(alert: Alert, priceTicks: PriceTicks, lastTicks: PriceTicks): Promise<void> {
  if (alert.id < 0) {
    removeLocally(alert);
    return storeLocally(alert.coinInfoId, priceTicks, lastTicks);
  }
  const moved = { ...alert, priceTicks, above: priceTicks > lastTicks ? 1 : 0 } as const;
  await applyOptimistically((list) => list.map((each) => (each.id === alert.id ? moved : each)), {
    alertMove: alert.id,
    alertTicks: priceTicks,
  });
}

/** Removes an alert. Throws CallError. */
export async function removeAlert(alert: Alert): Promise<void> {
  if (alert.id < 0) removeLocally(alert);
  else await applyOptimistically((list) => list.filter(({ id }) => id !== alert.id), { alertRemove: alert.id });
}

async function applyOptimistically(
  change: (list: readonly Alert[]) => readonly Alert[],
  form: FormOf<'/user/notice'>,
): Promise<void> {
  const before = accountAlerts.peek();
  accountAlerts.value = change(before ?? []);
  const expected = accountAlerts.peek();
  try {
    await send(form);
  } catch (cause) {
    if (accountAlerts.peek() === expected) accountAlerts.value = before;
    throw cause;
  }
}

function storeLocally(coinInfoId: number, priceTicks: PriceTicks, lastTicks: PriceTicks): void {
  const others = storedAlerts
    .peek()
    .filter((level) => level.coinInfoId !== coinInfoId || level.priceTicks !== priceTicks);
  storedAlerts.value = [...others, { coinInfoId, priceTicks, above: priceTicks > lastTicks }];
}

function removeLocally({ coinInfoId, priceTicks }: Pick<Alert, 'coinInfoId' | 'priceTicks'>): void {
  storedAlerts.value = storedAlerts
    .peek()
    .filter((level) => level.coinInfoId !== coinInfoId || level.priceTicks !== priceTicks);
}

/** Removes a visitor's alert that was reached; false when it no longer exists. */
export function removeReached(level: PriceLevel): boolean {
  const before = storedAlerts.peek();
  removeLocally(level);
  return storedAlerts.peek().length < before.length;
}

/**
 * After login: moves the visitor's alerts to the account. Refused ones are dropped, unsent ones stay. Throws CallError.
 */
export async function migrateAlerts(): Promise<void> {
  for (const level of storedAlerts.peek()) {
    try {
      // Set twice it is there once: a pause that the exchange wants is waited out.
      await send({ alertCoin: level.coinInfoId, alertTicks: level.priceTicks }, read);
    } catch (cause) {
      if (!(cause instanceof CallError && isFinal(cause))) throw cause;
      console.warn('alert refused', cause);
    }
    removeLocally(level);
  }
}
