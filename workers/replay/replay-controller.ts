// The replay worker's calls: one recording at a time, run one after another.
import type {
  ReplayInfo,
  ReplayRefusal,
  ReplayStatus,
  ReplayWorker,
} from '../../core/worker-protocol/replay-protocol.ts';
import type { FrameAck, View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../platform.ts';
import { ReplayPlayer } from './replay-player.ts';
import { type Recording, RecordingError, openRecording } from './recording.ts';
import type { ReplayHost } from './replay-platform.ts';

export class ReplayController implements ReplayWorker<Blob, FramePort> {
  readonly #platform: ReplayHost;
  readonly #views = new Map<ViewId, View>();
  #recording: Recording | null = null;
  #player: ReplayPlayer | null = null;
  #port: FramePort | null = null;
  /** Ends the frames of the present run. */
  #detach: () => void = () => {};
  #last: Promise<unknown> = Promise.resolve();

  constructor(platform: ReplayHost) {
    this.#platform = platform;
  }

  load(file: Blob, port: FramePort): Promise<ReplayInfo | ReplayRefusal> {
    return this.#enqueue(async () => {
      try {
        this.#recording = await openRecording(file);
      } catch (cause) {
        if (cause instanceof RecordingError) return cause.refusal;
        throw cause;
      }
      this.#port = port;
      this.#views.clear();
      await this.#rewind();
      const { steps: _steps, candles: _candles, trades: _trades, ...info } = this.#recording;
      return info;
    });
  }

  open(id: ViewId, view: View): Promise<void> {
    return this.#enqueue(async () => {
      await this.#playing().market.open(id, view);
      this.#views.set(id, view);
    });
  }

  close(id: ViewId): Promise<void> {
    return this.#enqueue(async () => {
      this.#views.delete(id);
      await this.#player?.market.close(id);
    });
  }

  advance(ms: number): Promise<ReplayStatus> {
    return this.#run((player) => player.playTo(player.atMs + ms));
  }

  step(): Promise<ReplayStatus> {
    return this.#run((player) => player.step());
  }

  seek(atMs: number): Promise<ReplayStatus> {
    return this.#run(async (player) => {
      if (atMs < player.atMs) await this.#rewind();
      await this.#playing().playTo(atMs);
    });
  }

  #run(act: (player: ReplayPlayer) => Promise<void>): Promise<ReplayStatus> {
    return this.#enqueue(async () => {
      await act(this.#playing());
      const { atMs, playedCount: played, ended, hashes } = this.#playing();
      return { atMs, played, ended, hash: hashes.at(-1) ?? '' };
    });
  }

  /** Restarts the recording with the open views. */
  async #rewind(): Promise<void> {
    const recording = this.#recording;
    const port = this.#port;
    if (!recording || !port) return;
    let isShown = true;
    const own: FramePort = {
      onReturn: () => {},
      // A frame of the run before is dropped, and its buffer returned to that run.
      post: (frame) => (isShown ? port.post(frame) : own.onReturn(frame)),
    };
    port.onReturn = (ack: FrameAck) => own.onReturn(ack);
    this.#detach();
    this.#detach = () => {
      isShown = false;
    };
    this.#player = await ReplayPlayer.start(recording, this.#platform, own);
    for (const [id, view] of this.#views) await this.#player.market.open(id, view);
  }

  #playing(): ReplayPlayer {
    if (!this.#player) throw new Error('no recording is open');
    return this.#player;
  }

  #enqueue<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#last.then(act, act);
    this.#last = result;
    return result;
  }
}
