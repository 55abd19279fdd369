// Synthesised tones: each kind of event has its own, with a switch.
import { isTabLeader } from './tab-leader.ts';
import { stored } from './storage.ts';

export const SOUND_EVENTS = ['fill', 'risk', 'alert', 'win', 'lose', 'notice'] as const;
export type SoundEvent = (typeof SOUND_EVENTS)[number];

/** Notes in Hz, played in sequence: rising for good news, falling for bad news, returning for alerts. */
const NOTES: Record<SoundEvent, readonly number[]> = {
  fill: [660, 880],
  risk: [620, 466, 349],
  alert: [740, 988, 740],
  win: [523, 659, 784],
  lose: [440, 349],
  notice: [590, 740],
};
const NOTE_S = 0.09;
const LOUDNESS = 0.08;
/** Minimum interval between two sounds; the first of several events is played. */
const MIN_INTERVAL_MS = 400;

/** Main switch; each event has a switch of its own. */
export const sounds = stored('fxproSounds');
export const silentEvents = stored('fxproSilent');

export function silenceEvent(event: SoundEvent, silent: boolean): void {
  const rest = silentEvents.peek().filter((known) => known !== event);
  silentEvents.value = silent ? [...rest, event] : rest;
}

/** The user prefers reduced motion, which also turns sounds off. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

let playedAt = -Infinity;

/** Plays an event's sound unless it is switched off; in the leader tab only. */
export function playSound(event: SoundEvent): void {
  if (sounds.peek() !== '1' || silentEvents.peek().includes(event) || prefersReducedMotion() || !isTabLeader()) return;
  const now = performance.now();
  if (now - playedAt < MIN_INTERVAL_MS) return;
  playedAt = now;
  playNotes(event);
}

let audio: AudioContext | null = null;

/**
 * Plays an event's notes. Before the first user gesture browsers suspend audio and would play everything at once later,
 * so the sound is skipped.
 */
export function playNotes(event: SoundEvent): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    const { currentTime: at } = audio;
    if (audio.state === 'suspended') void audio.resume();
    NOTES[event].forEach((hz, index) => note(audio!, hz, at + index * NOTE_S * 1.2));
  } catch (cause) {
    console.warn('sound playback failed', cause);
  }
}

function note(context: AudioContext, hz: number, at: number): void {
  const oscillator = context.createOscillator();
  const level = context.createGain();
  oscillator.frequency.value = hz;
  level.gain.setValueAtTime(LOUDNESS, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S);
  oscillator.connect(level).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + NOTE_S);
}
