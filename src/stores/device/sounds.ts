// Short tones, made on the spot: each kind of event has its own, and a switch.
import { isTabLeader } from './tab-leader.ts';
import { stored } from './storage.ts';

export const SOUND_EVENTS = ['fill', 'risk', 'alert', 'win', 'lose', 'notice'] as const;
export type SoundEvent = (typeof SOUND_EVENTS)[number];

/** Notes in Hz, one after the other: good news rises, bad news falls, an alert comes back to where it began. */
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
/** Of several events at once the first is heard. */
const APART_MS = 400;

/** All of them; each has a switch of its own beside. */
export const sounds = stored('fxproSounds');
export const silentEvents = stored('fxproSilent');

export function silenceEvent(event: SoundEvent, silent: boolean): void {
  const rest = silentEvents.peek().filter((known) => known !== event);
  silentEvents.value = silent ? [...rest, event] : rest;
}

/** The system asks for less of everything that moves or startles. */
export function wantsQuiet(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

let rangAt = -Infinity;

/** Lets an event be heard, unless it is switched off; in one tab only. */
export function playSound(event: SoundEvent): void {
  if (sounds.peek() !== '1' || silentEvents.peek().includes(event) || wantsQuiet() || !isTabLeader()) return;
  const now = performance.now();
  if (now - rangAt < APART_MS) return;
  rangAt = now;
  ring(event);
}

let voice: AudioContext | null = null;

/**
 * Plays an event's notes. Before the first tap on a page browsers keep it silent, and what waits would all be heard at
 * once then: it is left out.
 */
export function ring(event: SoundEvent): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    voice ??= new AudioContext();
    const { currentTime: at } = voice;
    if (voice.state === 'suspended') void voice.resume();
    NOTES[event].forEach((hz, index) => note(voice!, hz, at + index * NOTE_S * 1.2));
  } catch (cause) {
    console.warn('no sound here', cause);
  }
}

function note(context: AudioContext, hz: number, at: number): void {
  const pen = context.createOscillator();
  const level = context.createGain();
  pen.frequency.value = hz;
  level.gain.setValueAtTime(LOUDNESS, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S);
  pen.connect(level).connect(context.destination);
  pen.start(at);
  pen.stop(at + NOTE_S);
}
