// What only an account has: its orders, contracts, notices and alerts. Loaded with the first session; a visitor does
// without.
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { migrateAlerts, clearAlerts, loadAlerts } from '../../stores/account/alerts.ts';
import { clearContracts, onContractsEvent, loadContracts } from '../../stores/account/contract-orders.ts';
import { listenToEvents } from '../../stores/device/event-sounds.ts';
import { onNoticesEvent, loadUnread, newestNotice, setUnread } from '../../stores/account/notices.ts';
import { channelsOf, watchNotices } from '../../stores/device/notifications.ts';
import { clearOrders, onOrdersEvent, loadOrders } from '../../stores/account/spot-orders.ts';
import { notifyMissedUpdates } from './missed-updates-notice.ts';

const soundOf = listenToEvents();
const warn =
  (what: string) =>
  (cause: unknown): void =>
    console.warn(`${what} cannot be had`, cause);

/** What frames say of an account. */
export function onSessionEvent(event: ThreadEvent): void {
  if (event.kind === 'accountInvalidated') notifyMissedUpdates().catch(warn('what happened while the feed was away'));
  onOrdersEvent(event);
  onContractsEvent(event);
  onNoticesEvent(event);
  soundOf(event);
}

/** Lets notices be heard and seen; one that an alert wrote says that the alert has changed. */
export function startNotifications(): void {
  watchNotices();
  newestNotice.subscribe((notice) => {
    if (notice && channelsOf(notice) !== undefined) loadAlerts().catch(warn('alerts'));
  });
}

/** A session began. */
export function loadSessionData(): void {
  void loadOrders();
  void loadContracts();
  loadUnread().catch(warn('the count of notices'));
  migrateAlerts().then(loadAlerts).catch(warn('alerts'));
}

/** It is over. */
export function clearSessionData(): void {
  clearOrders();
  clearContracts();
  clearAlerts();
  setUnread(0);
}
