// Number of unread notices, and the newest notice.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { type Notice, noticeSchema } from '../../../core/endpoints/responses.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { read } from '../../api/read.ts';
import { sessionToken } from './session.ts';

const unread = signal(0);
const newest = signal<Notice | null>(null);

/** Unread notices of this account; 0 for visitors. */
export const unreadNotices: ReadonlySignal<number> = unread;
/** The last notice received while this page is open. */
export const newestNotice: ReadonlySignal<Notice | null> = newest;

const schema = v.intersect([noticeSchema, v.looseObject({ unreadNum: v.number() })]);

/** Fetches the number of unread notices. Throws CallError. */
export async function loadUnread(): Promise<void> {
  const token = sessionToken.peek();
  if (token === '') return setUnread(0);
  const { unreadNum } = await read('/user/notice', { pageSize: 1 });
  if (sessionToken.peek() === token) setUnread(unreadNum);
}

/** Sets the number of unread notices from a response. */
export function setUnread(count: number): void {
  unread.value = count;
}

/** Applies an event. Invalid data is logged and ignored. */
export function handleNoticesEvent(event: ThreadEvent): void {
  if (event.kind === 'sessionEnded') return setUnread(0);
  if (event.kind === 'accountInvalidated') {
    loadUnread().catch((cause: unknown) => console.warn('unread count fetch failed', cause));
    return;
  }
  if (event.kind !== 'channel' || event.channel !== 'notices') return;
  const read = v.safeParse(schema, event.data);
  if (!read.success) return console.warn('notice event invalid', read.issues[0].message);
  newest.value = read.output;
  unread.value = read.output.unreadNum;
}
