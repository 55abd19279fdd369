// The door to the replay worker: a market of its own beside the living one, whose frames go to the views opened here
// and nowhere else.
import { type Remote, transfer, wrap } from 'comlink';
import type {
  ReplayInfo,
  ReplayRefusal,
  ReplayStatus,
  ReplayWorker,
} from '../../../core/worker-protocol/replay-protocol.ts';
import { type Frame, SECTION_HEAD, type View, type ViewId } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectFrames } from '../../api/market-worker.ts';
import type { ViewSink } from '../../api/view.ts';
import { eachSection } from '../../stores/market/frame-receiver.ts';

export class ReplayLink {
  private readonly worker: Worker;
  private readonly remote: Remote<ReplayWorker<Blob, MessagePort>>;
  private readonly sinks = new Map<ViewId, ViewSink>();
  private lastId: ViewId = 0;

  /** `onDeath` hears of a worker that cannot load, or died. */
  constructor(onDeath: (message: string) => void) {
    this.worker = new Worker(new URL('../../../workers/replay.worker.ts', import.meta.url), {
      type: 'module',
      name: 'replay',
    });
    this.worker.addEventListener('error', (event) => onDeath(event.message));
    this.remote = wrap<ReplayWorker<Blob, MessagePort>>(this.worker);
  }

  /** Views of an older recording are gone. */
  async load(file: Blob): Promise<ReplayInfo | ReplayRefusal> {
    const { port1, port2 } = new MessageChannel();
    connectFrames(port1, (frame) => this.receive(frame));
    this.sinks.clear();
    return this.remote.load(file, transfer(port2, [port2]));
  }

  /** Opens a view; answers with the way to close it. */
  open(view: View, sink: ViewSink): () => void {
    const id = ++this.lastId;
    this.sinks.set(id, sink);
    this.remote.open(id, view).catch((cause: unknown) => this.sinks.get(id)?.failed(String(cause)));
    return () => {
      this.sinks.delete(id);
      void this.remote.close(id);
    };
  }

  advance(ms: number): Promise<ReplayStatus> {
    return this.remote.advance(ms);
  }

  step(): Promise<ReplayStatus> {
    return this.remote.step();
  }

  seek(atMs: number): Promise<ReplayStatus> {
    return this.remote.seek(atMs);
  }

  end(): void {
    this.worker.terminate();
  }

  private receive(frame: Frame): void {
    eachSection(frame, (columns, at, length) =>
      this.sinks.get(columns[at + 1] ?? 0)?.section(columns, at + SECTION_HEAD, length - SECTION_HEAD),
    );
    for (const event of frame.events) if (event.kind === 'viewFailed') this.sinks.get(event.view)?.failed(event.reason);
  }
}
