// Account stores, loaded with the first session: orders, contracts, notices, alerts.
// Visitors do not need them.
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { migrateAlerts, clearAlerts, loadAlerts } from '../../stores/account/alerts.ts';
import { clearContracts, handleContractsEvent, loadContracts } from '../../stores/account/contract-orders.ts';
import { createEventSounds } from '../../stores/device/event-sounds.ts';
import {
  handleNoticesEvent,
  loadUnread,
  newestNotice,
  setUnread,
  unreadNotices,
} from '../../stores/account/notices.ts';
import { channelsOf, watchNotices } from '../../stores/device/notifications.ts';
import { clearOrders, handleOrdersEvent, loadOrders } from '../../stores/account/spot-orders.ts';
import { noticeStop } from '../../stores/account/stop-notices.ts';
import { warnFetchFailed } from './fetch-warning.ts';
import { notifyMissedUpdates } from './missed-updates-notice.ts';
import { noticeSentBefore } from './sent-before-notice.ts';

const playEventSound = createEventSounds();

/** Applies an account event to the stores. */
export function handleSessionEvent(event: ThreadEvent): void {
  if (event.kind === 'accountInvalidated') notifyMissedUpdates().catch(warnFetchFailed('updates'));
  handleOrdersEvent(event);
  handleContractsEvent(event);
  handleNoticesEvent(event);
  playEventSound(event);
  noticeStop(event).catch(warnFetchFailed('stop'));
}

/** Shows notices from now on. A notice of an alert means that the alert changed, so alerts are fetched again. */
export function startNotifications(): void {
  watchNotices();
  unreadNotices.subscribe(showBadge);
  newestNotice.subscribe((notice) => {
    if (notice && channelsOf(notice) !== undefined) loadAlerts().catch(warnFetchFailed('alerts'));
  });
}

/** On the icon of the installed app; 0 removes it. */
function showBadge(count: number): void {
  navigator.setAppBadge?.(count).catch(warnFetchFailed('app badge'));
}

/** Fetches all account data at the start of a session. */
export function loadSessionData(): void {
  void loadOrders();
  void loadContracts();
  loadUnread().catch(warnFetchFailed('unread count'));
  noticeSentBefore().catch(warnFetchFailed('orders'));
  migrateAlerts().then(loadAlerts).catch(warnFetchFailed('alerts'));
}

/** Clears all account data at the end of a session. */
export function clearSessionData(): void {
  clearOrders();
  clearContracts();
  clearAlerts();
  setUnread(0);
}
