// The replay as its page steers it: one recording at a time, its views kept while it is wound back, calls one after
// another.
import type {
  ReplayInfo,
  ReplayRefusal,
  ReplayStatus,
  ReplayWorker,
} from '../../core/worker-protocol/replay-protocol.ts';
import type { FrameAck, View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../platform.ts';
import { Player } from './replay-player.ts';
import { type Recording, RecordingError, openRecording } from './recording.ts';
import type { HostPlatform } from './replay-platform.ts';

export class ReplayController implements ReplayWorker<Blob, FramePort> {
  private readonly platform: HostPlatform;
  private readonly views = new Map<ViewId, View>();
  private recording: Recording | null = null;
  private player: Player | null = null;
  private port: FramePort | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(platform: HostPlatform) {
    this.platform = platform;
  }

  load(file: Blob, port: FramePort): Promise<ReplayInfo | ReplayRefusal> {
    return this.enqueue(async () => {
      try {
        this.recording = await openRecording(file);
      } catch (cause) {
        if (cause instanceof RecordingError) return cause.refusal;
        throw cause;
      }
      this.port = port;
      this.views.clear();
      await this.rewind();
      const { steps: _steps, candles: _candles, trades: _trades, ...info } = this.recording;
      return info;
    });
  }

  open(id: ViewId, view: View): Promise<void> {
    return this.enqueue(async () => {
      await this.playing().market.open(id, view);
      this.views.set(id, view);
    });
  }

  close(id: ViewId): Promise<void> {
    return this.enqueue(async () => {
      this.views.delete(id);
      await this.player?.market.close(id);
    });
  }

  advance(ms: number): Promise<ReplayStatus> {
    return this.run((player) => player.playTo(player.atMs + ms));
  }

  step(): Promise<ReplayStatus> {
    return this.run((player) => player.step());
  }

  seek(atMs: number): Promise<ReplayStatus> {
    return this.run(async (player) => {
      if (atMs < player.atMs) await this.rewind();
      await this.playing().playTo(atMs);
    });
  }

  private run(way: (player: Player) => Promise<void>): Promise<ReplayStatus> {
    return this.enqueue(async () => {
      await way(this.playing());
      const { atMs, played, ended, hashes } = this.playing();
      return { atMs, played, ended, hash: hashes.at(-1) ?? '' };
    });
  }

  /** Stands at the beginning again, with the views that are open. */
  private async rewind(): Promise<void> {
    const { recording, port } = this;
    if (!recording || !port) return;
    let alive = true;
    const own: FramePort = {
      onReturn: () => {},
      // What an older run still had to say is past; its buffer stays with it.
      post: (frame) => (alive ? port.post(frame) : own.onReturn(frame)),
    };
    port.onReturn = (home: FrameAck) => own.onReturn(home);
    this.detach();
    this.detach = () => {
      alive = false;
    };
    this.player = await Player.start(recording, this.platform, own);
    for (const [id, view] of this.views) await this.player.market.open(id, view);
  }

  private detach: () => void = () => {};

  private playing(): Player {
    if (!this.player) throw new Error('no recording is open');
    return this.player;
  }

  private enqueue<T>(act: () => Promise<T>): Promise<T> {
    const result = this.last.then(act, act);
    this.last = result;
    return result;
  }
}
