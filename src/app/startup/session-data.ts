// What only an account has: its orders, contracts, notices and alerts. Loaded with the first session; a visitor does
// without.
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { bringAlerts, forgetAlerts, loadAlerts } from '../../stores/account/alerts.ts';
import { forgetContracts, hearContracts, loadContracts } from '../../stores/account/contract-orders.ts';
import { listenToEvents } from '../../stores/device/event-sounds.ts';
import { hearNotices, loadUnread, newestNotice, setUnread } from '../../stores/account/notices.ts';
import { channelsOf, voiceNotices } from '../../stores/device/notifications.ts';
import { forgetOrders, hearOrders, loadOrders } from '../../stores/account/spot-orders.ts';
import { tellWhileAway } from './missed-updates-notice.ts';

const soundOf = listenToEvents();
const warn =
  (what: string) =>
  (cause: unknown): void =>
    console.warn(`${what} cannot be had`, cause);

/** What frames say of an account. */
export function hearMember(event: ThreadEvent): void {
  if (event.kind === 'accountInvalidated') tellWhileAway().catch(warn('what happened while the feed was away'));
  hearOrders(event);
  hearContracts(event);
  hearNotices(event);
  soundOf(event);
}

/** Lets notices be heard and seen; one that an alert wrote says that the alert has changed. */
export function startVoices(): void {
  voiceNotices();
  newestNotice.subscribe((notice) => {
    if (notice && channelsOf(notice) !== undefined) loadAlerts().catch(warn('alerts'));
  });
}

/** A session began. */
export function loadMember(): void {
  void loadOrders();
  void loadContracts();
  loadUnread().catch(warn('the count of notices'));
  bringAlerts().then(loadAlerts).catch(warn('alerts'));
}

/** It is over. */
export function forgetMember(): void {
  forgetOrders();
  forgetContracts();
  forgetAlerts();
  setUnread(0);
}
