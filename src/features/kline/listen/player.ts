// Plays rendered tones, one sound at a time.
import { type Tone, render } from './tones.ts';

export class TonePlayer {
  #audio: AudioContext | null = null;
  #source: AudioBufferSourceNode | null = null;

  /**
   * Plays the tones in place of what sounds. Call it in a user's gesture: browsers allow sound only then. Returns the
   * duration in seconds; 0 where the browser has no Web Audio.
   */
  play(tones: readonly Tone[]): number {
    this.stop();
    if (tones.length === 0 || typeof AudioContext === 'undefined') return 0;
    const audio = (this.#audio ??= new AudioContext());
    if (audio.state === 'suspended') void audio.resume();
    const { left, right } = render(tones, audio.sampleRate);
    const buffer = audio.createBuffer(2, left.length, audio.sampleRate);
    buffer.copyToChannel(left, 0);
    buffer.copyToChannel(right, 1);
    const source = audio.createBufferSource();
    source.buffer = buffer;
    source.connect(audio.destination);
    source.start();
    this.#source = source;
    return buffer.duration;
  }

  stop(): void {
    this.#source?.stop();
    this.#source = null;
  }

  dispose(): void {
    this.stop();
    void this.#audio?.close();
    this.#audio = null;
  }
}
