// How many notices wait to be read, and the newest one as it comes.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { type Notice, noticeSchema } from '../../../core/endpoints/responses.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { call } from '../../api/call.ts';
import { sessionToken } from './session.ts';

const unread = signal(0);
const newest = signal<Notice | null>(null);

/** Unread notices of this account; 0 where nobody is logged in. */
export const unreadNotices: ReadonlySignal<number> = unread;
/** The last notice that came while this page was open. */
export const newestNotice: ReadonlySignal<Notice | null> = newest;

const schema = v.intersect([noticeSchema, v.looseObject({ unreadNum: v.number() })]);

/** Counts anew. Throws CallError. */
export async function loadUnread(): Promise<void> {
  const token = sessionToken.peek();
  if (token === '') return setUnread(0);
  const { unreadNum } = await call('/user/notice', { pageSize: 1 });
  if (sessionToken.peek() === token) setUnread(unreadNum);
}

/** What an answer says of how many are left. */
export function setUnread(count: number): void {
  unread.value = count;
}

/** What frames say of notices. What is out of shape is told to the console and left out. */
export function onNoticesEvent(event: ThreadEvent): void {
  if (event.kind === 'sessionEnded') return setUnread(0);
  if (event.kind === 'accountInvalidated') {
    loadUnread().catch((cause: unknown) => console.warn('notices cannot be counted', cause));
    return;
  }
  if (event.kind !== 'channel' || event.channel !== 'notices') return;
  const read = v.safeParse(schema, event.data);
  if (!read.success) return console.warn('a notice could not be read', read.issues[0].message);
  newest.value = read.output;
  unread.value = read.output.unreadNum;
}
