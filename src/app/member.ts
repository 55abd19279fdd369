// What only an account has: its orders, contracts, notices and alerts. Loaded with the first session; a visitor does without.
import type { ThreadEvent } from '../../core/worker-protocol/worker-protocol.ts';
import { bringAlerts, forgetAlerts, loadAlerts } from '../state/alerts.ts';
import { forgetContracts, hearContracts, loadContracts } from '../state/contracts.ts';
import { listenToEvents } from '../state/event-sounds.ts';
import { hearNotices, loadUnread, newestNotice, setUnread } from '../state/notices.ts';
import { channelsOf, voiceNotices } from '../state/notice-voice.ts';
import { forgetOrders, hearOrders, loadOrders } from '../state/orders.ts';
import { tellWhileAway } from './while-away.ts';

const soundOf = listenToEvents();
const warn = (what: string) => (cause: unknown): void => console.warn(`${what} cannot be had`, cause);

/** What frames say of an account. */
export function hearMember(event: ThreadEvent): void {
  if (event.kind === 'privateReset') tellWhileAway().catch(warn('what happened while the feed was away'));
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
