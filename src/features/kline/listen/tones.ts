// Prices as sound: pitch is price, left to right is time, timbre is volume. Samples only, without Web Audio.
import type { CandleSpan } from '../../../../chart/api.ts';

/** One tone: frequency in Hz, place from -1 (left) to 1 (right), brightness 0..1, length in seconds. */
export interface Tone {
  hz: number;
  pan: number;
  bright: number;
  seconds: number;
}

/** Samples of the left and the right channel, -1..1. */
export interface Stereo {
  left: Float32Array<ArrayBuffer>;
  right: Float32Array<ArrayBuffer>;
}

/** The lowest price in sight sounds at `LOWEST_HZ`, the highest two octaves above: audible on a phone's speaker. */
const LOWEST_HZ = 220;
const OCTAVES = 2;
const LOUDNESS = 0.22;
/** Tones begin and end over this time, so that they do not click. */
const FADE_S = 0.006;
/** Partials above the fundamental; the brightness is their share. */
const PARTIALS = 4;
/** A sweep gives each candle this time, and takes between these times in all. */
const CANDLE_S = 0.06;
const SWEEP_S = { least: 1.2, most: 7 };
/** Pauses are tones of no loudness. */
export const PAUSE: Tone = { hz: 0, pan: 0, bright: 0, seconds: 0.12 };

/** Frequency of a price: equal differences of price are equal intervals. A flat range sounds in the middle. */
export function hzOf(price: number, low: number, high: number): number {
  const share = high > low ? Math.min(1, Math.max(0, (price - low) / (high - low))) : 0.5;
  return LOWEST_HZ * 2 ** (OCTAVES * share);
}

/** Lowest and highest value of a column, gaps left out. */
export function rangeOf(values: Float64Array): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** The tone of one candle of a span. */
export function candleTone({ close, low, high, volume }: CandleSpan, at: number, seconds: number): Tone {
  const [least] = rangeOf(low);
  const [, most] = rangeOf(high);
  const [, busiest] = rangeOf(volume);
  return {
    hz: hzOf(close[at]!, least, most),
    pan: close.length > 1 ? (2 * at) / (close.length - 1) - 1 : 0,
    bright: busiest > 0 ? Math.max(0, volume[at]! / busiest) : 0,
    seconds,
  };
}

/** A tone for each candle, oldest first. */
export function sweepTones(span: CandleSpan): Tone[] {
  const { length } = span.close;
  const seconds = Math.min(SWEEP_S.most, Math.max(SWEEP_S.least, length * CANDLE_S)) / Math.max(1, length);
  const [least] = rangeOf(span.low);
  const [, most] = rangeOf(span.high);
  const [, busiest] = rangeOf(span.volume);
  return Array.from(span.close, (close, at) => ({
    hz: hzOf(close, least, most),
    pan: length > 1 ? (2 * at) / (length - 1) - 1 : 0,
    bright: busiest > 0 ? Math.max(0, span.volume[at]! / busiest) : 0,
    seconds,
  }));
}

/** Buys and sells of a book: one tone, panned towards the heavier side, higher the more is bid. */
export function balanceTones(bidPercent: number): Tone[] {
  const share = Math.min(100, Math.max(0, bidPercent)) / 100;
  return [
    { hz: LOWEST_HZ * 2 ** (OCTAVES * share), pan: 1 - 2 * share, bright: Math.abs(2 * share - 1), seconds: 0.5 },
  ];
}

/** The entry of a position, then its price now, both on the scale of the candles in sight. */
export function positionTones(entry: number, now: number, low: number, high: number): Tone[] {
  const [least, most] = [Math.min(low, entry, now), Math.max(high, entry, now)];
  const tone = (price: number, pan: number): Tone => ({ hz: hzOf(price, least, most), pan, bright: 0.2, seconds: 0.4 });
  return [tone(entry, -0.6), PAUSE, tone(now, 0.6)];
}

/** Samples of tones one after another; the phase runs on, so that a sweep is one line. */
export function render(tones: readonly Tone[], sampleRate: number): Stereo {
  const counts = tones.map(({ seconds }) => Math.max(1, Math.round(seconds * sampleRate)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const stereo: Stereo = { left: new Float32Array(total), right: new Float32Array(total) };
  let at = 0;
  let phase = 0;
  tones.forEach((tone, index) => {
    const count = counts[index]!;
    const fade = Math.max(1, Math.min(count >> 2, Math.round(FADE_S * sampleRate)));
    const angle = ((tone.pan + 1) * Math.PI) / 4;
    const step = (2 * Math.PI * tone.hz) / sampleRate;
    for (let sample = 0; sample < count; sample += 1, at += 1) {
      phase += step;
      const edge = Math.min(1, (sample + 1) / fade, (count - sample) / fade);
      const value = tone.hz > 0 ? LOUDNESS * edge * wave(phase, tone.bright) : 0;
      stereo.left[at] = value * Math.cos(angle);
      stereo.right[at] = value * Math.sin(angle);
    }
  });
  return stereo;
}

/** A sine with as many overtones as it is bright; its peak is at most about 1. */
function wave(phase: number, bright: number): number {
  let sum = Math.sin(phase);
  let weight = 1;
  for (let partial = 2; partial <= PARTIALS + 1; partial += 1) {
    const share = bright / partial;
    sum += share * Math.sin(phase * partial);
    weight += share / 2;
  }
  return sum / weight;
}
