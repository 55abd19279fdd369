// What only an account has: its orders, contracts and notices. Loaded with the first session; a visitor does without.
import type { ThreadEvent } from '../../contract/thread.ts';
import { forgetContracts, hearContracts, loadContracts } from '../state/contracts.ts';
import { hearNotices, loadUnread, setUnread } from '../state/notices.ts';
export { voiceNotices } from '../state/notice-voice.ts';
import { forgetOrders, hearOrders, loadOrders } from '../state/orders.ts';

/** What frames say of an account. */
export function hearMember(event: ThreadEvent): void {
  hearOrders(event);
  hearContracts(event);
  hearNotices(event);
}

/** A session began. */
export function loadMember(): void {
  void loadOrders();
  void loadContracts();
  loadUnread().catch((cause: unknown) => console.warn('notices cannot be counted', cause));
}

/** It is over. */
export function forgetMember(): void {
  forgetOrders();
  forgetContracts();
  setUnread(0);
}
