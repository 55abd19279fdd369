// Shows notifications: a toast, a sound, and a system notification while the page is hidden.
import * as v from 'valibot';
import { ALERT_CHANNEL, ALL_CHANNELS } from '../../../core/endpoints/alert.ts';
import type { Notice } from '../../../core/endpoints/responses.ts';
import { newestNotice } from '../account/notices.ts';
import { showToast } from '../ui/toast.ts';
import { isTabLeader } from './tab-leader.ts';
import { type SoundEvent, playSound } from './sounds.ts';
import { stored } from './storage.ts';

/** Kinds of notices that can be muted one by one: those of docs/api.md 2.12, and the user's alerts. */
export const NOTICE_KINDS = ['order', 'risk', 'alert', 'fund', 'security', 'general'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** An alert's toast is shown longer than others. */
const ALERT_TOAST_MS = 8_000;
const SOUND_OF: Partial<Record<NoticeKind, SoundEvent>> = { alert: 'alert', risk: 'risk' };

const muted = stored('fxproMuted');
export const systemNotices = stored('fxproSystemNotices');
export const mutedKinds = muted;

export function muteKind(kind: NoticeKind, mute: boolean): void {
  const rest = muted.peek().filter((known) => known !== kind);
  muted.value = mute ? [...rest, kind] : rest;
}

/** A notification. `tag`: the system shows one notification per tag, from page or push; `link`: a path of the app. */
export interface UserNotification {
  kind: NoticeKind;
  title: string;
  body: string;
  tag: string;
  link: string;
  channels: number;
}

/** Shows each new notice from now on. Returns a function that stops it. */
export function watchNotices(): () => void {
  let last = newestNotice.peek();
  return newestNotice.subscribe((notice) => {
    if (notice === null || notice === last) return;
    last = notice;
    notify(notificationOf(notice));
  });
}

/** Channel bits of an alert; undefined for other notices. */
export function channelsOf(notice: Notice): number | undefined {
  const read = v.safeParse(v.number(), notice['channels']);
  return read.success ? read.output : undefined;
}

function notificationOf(notice: Notice): UserNotification {
  const { id, title, content, link, category } = notice;
  const channels = channelsOf(notice);
  const kind = channels === undefined ? (NOTICE_KINDS.find((known) => known === category) ?? 'general') : 'alert';
  return { kind, title, body: content, tag: `notice-${id}`, link, channels: channels ?? ALL_CHANNELS };
}

/** Shows a notification in this page, by its channels and the user's settings. */
export function notify(notification: UserNotification): void {
  const { kind, title, channels } = notification;
  if (muted.peek().includes(kind)) return;
  if (channels & ALERT_CHANNEL.toast) showToast(title, 'info', kind === 'alert' ? ALERT_TOAST_MS : undefined);
  playSound(SOUND_OF[kind] ?? 'notice');
  if (
    channels & ALERT_CHANNEL.system &&
    systemNotices.peek() === '1' &&
    document.visibilityState === 'hidden' &&
    isTabLeader()
  ) {
    showSystemNotification(notification).catch((cause: unknown) => console.warn('system notification failed', cause));
  }
}

/** Uses the service worker where there is one: a push with the same tag replaces it, and phones require it. */
async function showSystemNotification({ title, body, tag, link }: UserNotification): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const options = { body, tag, icon: '/icon.svg', data: link };
  if (registration) return registration.showNotification(title, options);
  new Notification(title, options).addEventListener('click', () => window.focus());
}
