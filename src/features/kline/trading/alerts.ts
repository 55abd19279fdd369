// Price alerts of this browser: kept for each market, told once when the last price reaches them.
import { effect } from '@preact/signals-react';
import type { Instrument } from '../../../../contract/instrument.ts';
import type { PriceTicks } from '../../../../contract/units.ts';
import { type Alert, stored } from '../../../state/storage.ts';
import { tickerOf } from '../../../state/tickers.ts';

/** Alerts of one market; one more is refused. */
export const MOST_ALERTS = 20;

const kept = stored('fxproAlerts');

/** The alerts of a market, as a signal reads them. */
export function alertsOf(coinInfoId: number): Alert[] {
  return kept.value.filter((alert) => alert.coinInfoId === coinInfoId);
}

const same = (one: Alert, other: Alert): boolean => one.coinInfoId === other.coinInfoId && one.priceTicks === other.priceTicks;

/** Sets an alert, waiting on the side of `lastTicks` that the price is on; false when the market has as many as it may. A price that has one keeps it. */
export function addAlert({ info }: Instrument, priceTicks: PriceTicks, lastTicks: PriceTicks): boolean {
  const alert = { coinInfoId: info.id, priceTicks, above: priceTicks > lastTicks };
  const others = kept.peek().filter((each) => !same(each, alert));
  if (others.filter((each) => each.coinInfoId === info.id).length >= MOST_ALERTS) return false;
  kept.value = [...others, alert];
  return true;
}

export function removeAlert(alert: Alert): void {
  kept.value = kept.peek().filter((each) => !same(each, alert));
}

/** Whether the last price reached an alert, from the side it waits on: an alert that was passed while nobody looked is due as well. */
export function isDue(alert: Alert, lastTicks: PriceTicks): boolean {
  return alert.above ? lastTicks >= alert.priceTicks : lastTicks <= alert.priceTicks;
}

/** Watches every market that has alerts and whose prices come; an alert that is due is told once and forgotten. The returned function ends it. */
export function watchAlerts(tell: (alert: Alert) => void): () => void {
  return effect(() => {
    const due = kept.value.filter((alert) => isDue(alert, tickerOf(alert.coinInfoId).lastTicks.value));
    if (due.length === 0) return;
    // After this run: an effect that changes what it reads would start over in the middle.
    queueMicrotask(() => {
      for (const alert of due) {
        if (!kept.peek().includes(alert)) continue;
        removeAlert(alert);
        tell(alert);
      }
    });
  });
}
