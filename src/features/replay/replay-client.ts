// Client of the replay worker, whose frames go to the views opened here and not to the live stores.
import { type Remote, transfer, wrap } from 'comlink';
import type {
  ReplayInfo,
  ReplayRefusal,
  ReplayStatus,
  ReplayWorker,
} from '../../../core/worker-protocol/replay-protocol.ts';
import { type Frame, SECTION_HEAD, type View, type ViewId } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectFrames } from '../../api/market-worker.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { forEachSection } from '../../stores/market/frame-receiver.ts';

export class ReplayClient {
  readonly #worker: Worker;
  readonly #remote: Remote<ReplayWorker<Blob, MessagePort>>;
  readonly #sinks = new Map<ViewId, ViewSink>();
  #lastId: ViewId = 0;

  /** `onError` receives the message when the worker fails to load or throws. */
  constructor(onDeath: (message: string) => void) {
    this.#worker = new Worker(new URL('../../../workers/replay.worker.ts', import.meta.url), {
      type: 'module',
      name: 'replay',
    });
    this.#worker.addEventListener('error', (event) => onDeath(event.message));
    this.#remote = wrap<ReplayWorker<Blob, MessagePort>>(this.#worker);
  }

  /** Loads a recording and closes the views of the previous one. */
  async load(file: Blob): Promise<ReplayInfo | ReplayRefusal> {
    const { port1, port2 } = new MessageChannel();
    connectFrames(port1, (frame) => this.#receive(frame));
    this.#sinks.clear();
    return this.#remote.load(file, transfer(port2, [port2]));
  }

  /** Opens a view; returns the function that closes it. */
  open(view: View, sink: ViewSink): () => void {
    const id = ++this.#lastId;
    this.#sinks.set(id, sink);
    this.#remote.open(id, view).catch((cause: unknown) => this.#sinks.get(id)?.onFailed(String(cause)));
    return () => {
      this.#sinks.delete(id);
      void this.#remote.close(id);
    };
  }

  advance(ms: number): Promise<ReplayStatus> {
    return this.#remote.advance(ms);
  }

  step(): Promise<ReplayStatus> {
    return this.#remote.step();
  }

  seek(atMs: number): Promise<ReplayStatus> {
    return this.#remote.seek(atMs);
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #receive(frame: Frame): void {
    forEachSection(frame, (columns, at, length) =>
      this.#sinks
        .get(columns[at + 1] ?? 0)
        ?.onSection(columns, at + SECTION_HEAD, length - SECTION_HEAD, columns[at] ?? 0),
    );
    for (const event of frame.events)
      if (event.kind === 'viewFailed') this.#sinks.get(event.view)?.onFailed(event.reason);
  }
}
