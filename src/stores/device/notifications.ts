// How something new makes itself known: a line over the page, a tone, and the system's notification while the page is
// not in sight.
import * as v from 'valibot';
import { ALERT_CHANNEL, ALL_CHANNELS } from '../../../core/endpoints/alert.ts';
import type { Notice } from '../../../core/endpoints/responses.ts';
import { isTabLeader } from './tab-leader.ts';
import { newestNotice } from '../account/notices.ts';
import { type SoundEvent, playSound } from './sounds.ts';
import { stored } from './storage.ts';
import { showToast } from '../ui/toast.ts';

/** Kinds of notices that can be muted one by one: those of docs/api.md 2.12, and the alerts that somebody set. */
export const NOTICE_KINDS = ['order', 'risk', 'alert', 'fund', 'security', 'general'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A line stands longer when it was waited for. */
const ALERT_TOAST_MS = 8_000;
const SOUND_OF: Partial<Record<NoticeKind, SoundEvent>> = { alert: 'alert', risk: 'risk' };

const muted = stored('fxproMuted');
export const systemNotices = stored('fxproSystemNotices');
export const mutedKinds = muted;

export function muteKind(kind: NoticeKind, mute: boolean): void {
  const rest = muted.peek().filter((known) => known !== kind);
  muted.value = mute ? [...rest, kind] : rest;
}

/** What is told. `tag`: the same one stands once in the system's list, whoever brings it; `link`: a path of the app. */
export interface UserNotification {
  kind: NoticeKind;
  title: string;
  body: string;
  tag: string;
  link: string;
  channels: number;
}

/** Lets notices be heard and seen from now on; answers with the way to stop. */
export function watchNotices(): () => void {
  let last = newestNotice.peek();
  return newestNotice.subscribe((notice) => {
    if (notice === null || notice === last) return;
    last = notice;
    notify(notificationOf(notice));
  });
}

/** The bits of an alert's channels; undefined for a notice that is none. */
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

/** Tells it here, by the channels that it asks for and the switches allow. */
export function notify(told: UserNotification): void {
  const { kind, title, channels } = told;
  if (muted.peek().includes(kind)) return;
  if (channels & ALERT_CHANNEL.toast) showToast(title, 'info', kind === 'alert' ? ALERT_TOAST_MS : undefined);
  playSound(SOUND_OF[kind] ?? 'notice');
  if (
    channels & ALERT_CHANNEL.system &&
    systemNotices.peek() === '1' &&
    document.visibilityState === 'hidden' &&
    isTabLeader()
  ) {
    showBySystem(told).catch((cause: unknown) => console.warn('the system shows no notification', cause));
  }
}

/** By the service worker where there is one: a push with the same tag takes its place, and on phones it alone may. */
async function showBySystem({ title, body, tag, link }: UserNotification): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const options = { body, tag, icon: '/icon.svg', data: link };
  if (registration) return registration.showNotification(title, options);
  new Notification(title, options).addEventListener('click', () => window.focus());
}
