// How a new notice makes itself known: a toast, a sound, and the system's notification while the page is not in sight.
import type { Notice } from '../../contract/answers.ts';
import { newestNotice } from './notices.ts';
import { stored } from './storage.ts';
import { showToast } from './toast.ts';

/** Kinds of notices that can be muted one by one (API.md 3.3). */
export const NOTICE_KINDS = ['order', 'risk', 'fund', 'security', 'general'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Two short tones by kind, in Hz; a risk falls, everything else rises. */
const TONES: Record<NoticeKind, readonly [number, number]> = { order: [660, 880], risk: [520, 390], fund: [590, 880], security: [740, 990], general: [590, 740] };
const TONE_S = 0.09;
const LOUDNESS = 0.08;

const muted = stored('fxproMuted');
export const sounds = stored('fxproSounds');
export const systemNotices = stored('fxproSystemNotices');
export const mutedKinds = muted;

export function muteKind(kind: NoticeKind, mute: boolean): void {
  const rest = muted.peek().filter((known) => known !== kind);
  muted.value = mute ? [...rest, kind] : rest;
}

const kindOf = (category: string): NoticeKind => NOTICE_KINDS.find((known) => known === category) ?? 'general';

/** Lets notices be heard and seen from now on; answers with the way to stop. */
export function voiceNotices(): () => void {
  let last = newestNotice.peek();
  return newestNotice.subscribe((notice) => {
    if (notice === null || notice === last) return;
    last = notice;
    tell(notice);
  });
}

function tell(notice: Notice): void {
  const kind = kindOf(notice.category);
  if (muted.peek().includes(kind)) return;
  showToast(notice.title, 'info');
  if (sounds.peek() === '1') playSound(kind);
  if (systemNotices.peek() === '1' && document.visibilityState === 'hidden') showBySystem(notice);
}

/** The same notice under the same tag is shown once, whoever brings it. */
function showBySystem({ id, title, content }: Notice): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(title, { body: content, tag: `notice-${id}`, icon: '/icon.svg' });
    shown.addEventListener('click', () => window.focus());
  } catch (cause) {
    // Android lets a service worker alone do this.
    console.warn('the system shows no notification', cause);
  }
}

let voice: AudioContext | null = null;

/** Plays a kind's two tones. Before the first tap on a page browsers keep it silent. */
export function playSound(kind: NoticeKind): void {
  try {
    voice ??= new AudioContext();
    const { currentTime: at } = voice;
    TONES[kind].forEach((hz, index) => tone(voice!, hz, at + index * TONE_S * 1.2));
  } catch (cause) {
    console.warn('no sound here', cause);
  }
}

function tone(context: AudioContext, hz: number, at: number): void {
  const pen = context.createOscillator();
  const level = context.createGain();
  pen.frequency.value = hz;
  level.gain.setValueAtTime(LOUDNESS, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + TONE_S);
  pen.connect(level).connect(context.destination);
  pen.start(at);
  pen.stop(at + TONE_S);
}
