// The market worker of the window that opened this one; one of this window once that has ended.
import { transfer, wrap } from 'comlink';
import type { HeatSpan } from '../../core/worker-protocol/heat-update.ts';
import {
  type Frame,
  type MarketConfig,
  type SocketCall,
  type SocketReply,
  type View,
  type ViewId,
  type Wake,
  workerLock,
} from '../../core/worker-protocol/worker-protocol.ts';
import { type MarketWorkerClient, connectFrames, startMarketWorker } from './market-worker.ts';
import type { ShareRequest } from './shared-market.ts';
import { withinTime } from './within-time.ts';

/** An opener that does not answer within this time, ms, shares nothing: it hangs, or is another page by now. */
const JOIN_MS = 10_000;

/** What the opener's worker answers: it hosts no charts for this window, and its session is that of the opener. */
type SharedWorker = Omit<MarketWorkerClient, 'hostChart' | 'share' | 'setSession'>;

export class OpenerMarket implements MarketWorkerClient {
  readonly #onFrame: (frame: Frame) => void;
  readonly #onError: (message: string) => void;
  readonly #opener: Window;
  #worker: SharedWorker | null = null;
  #own: MarketWorkerClient | null = null;
  /** Settles once a worker answers. */
  #ready: Promise<void> = Promise.resolve();
  /** Settles when the opener's worker has ended. */
  #ended: Promise<void> = new Promise(() => {});
  #config: MarketConfig | null = null;
  /** Views the page has open, those that the current worker has too, and settings: for the next worker. */
  readonly #views = new Map<ViewId, View>();
  readonly #sent = new Set<ViewId>();
  #token: string | null = null;
  #saving = false;

  /** `onFrame` and `onError` as of `connectFrames` and `startMarketWorker`, for a worker of this window. */
  constructor(opener: Window, onFrame: (frame: Frame) => void, onError: (message: string) => void) {
    this.#opener = opener;
    this.#onFrame = onFrame;
    this.#onError = onError;
  }

  /** Resolves when a worker serves this window: the opener's, or its own where that does not answer. */
  start(config: MarketConfig, port: MessagePort): Promise<void> {
    this.#config = config;
    this.#ready = this.#join(config, port).catch((cause: unknown) => {
      console.info('the opener shares no market', cause);
      this.#startOwn();
    });
    return this.#ready;
  }

  /** All windows have one session: the opener follows its changes itself. */
  async setSession(token: string | null): Promise<void> {
    this.#token = token;
    await this.#own?.setSession(token);
  }

  async setSaving(saving: boolean): Promise<void> {
    this.#saving = saving;
    await (await this.#started()).setSaving(saving);
  }

  async instruments(): ReturnType<SharedWorker['instruments']> {
    const asked = (await this.#started()).instruments();
    return Promise.race([asked, this.#ended.then(() => this.#worker!.instruments())]);
  }

  async open(id: ViewId, view: View): Promise<void> {
    this.#views.set(id, view);
    const worker = await this.#started();
    const current = this.#views.get(id);
    // Closed meanwhile.
    if (!current) return;
    this.#sent.add(id);
    await worker.open(id, current);
  }

  async change(id: ViewId, view: View): Promise<void> {
    this.#views.set(id, view);
    await (await this.#started()).change(id, view);
  }

  async close(id: ViewId): Promise<void> {
    this.#views.delete(id);
    const worker = await this.#started();
    if (this.#sent.delete(id)) await worker.close(id);
  }

  async older(id: ViewId): Promise<void> {
    await (await this.#started()).older(id);
  }

  async showHeat(id: ViewId, span: HeatSpan): Promise<void> {
    await (await this.#started()).showHeat(id, span);
  }

  async wake(reason: Wake): Promise<void> {
    await (await this.#started()).wake(reason);
  }

  /** Without an answer where the worker ended before it: whether the call arrived is unknown. */
  async call(call: SocketCall): Promise<SocketReply> {
    const asked = (await this.#started()).call(call);
    return Promise.race([asked, this.#ended.then((): SocketReply => ({ sent: true, answer: null }))]);
  }

  async recording(): ReturnType<SharedWorker['recording']> {
    return (await this.#started()).recording();
  }

  async #started(): Promise<SharedWorker> {
    await this.#ready;
    if (!this.#worker) throw new Error('market worker not started');
    return this.#worker;
  }

  /** Rejects when the opener does not answer. */
  async #join(config: MarketConfig, port: MessagePort): Promise<void> {
    const lock = `fxproWindow-${crypto.randomUUID()}`;
    const giveUp = await holdLock(lock);
    const { port1, port2 } = new MessageChannel();
    try {
      const request: ShareRequest = { kind: 'fxproShareMarket', lock };
      this.#opener.postMessage(request, window.location.origin, [port2]);
      const worker = wrap<SharedWorker>(port1);
      await withinTime(worker.start(config, transfer(port, [port])), JOIN_MS, `no answer after ${JOIN_MS} ms`);
      this.#worker = worker;
    } catch (cause) {
      giveUp();
      port1.close();
      throw cause;
    }
    this.#ended = navigator.locks.request(workerLock(lock), () => {
      giveUp();
      port1.close();
      this.#startOwn();
    });
  }

  /** Starts a worker of this window with everything that the page has open. */
  #startOwn(): void {
    const own = startMarketWorker(this.#onError);
    const { port1, port2 } = new MessageChannel();
    connectFrames(port1, this.#onFrame);
    const failed = (cause: unknown): void => console.warn('market worker call failed', cause);
    own.start(this.#config!, port2).catch(failed);
    own.setSession(this.#token).catch(failed);
    own.setSaving(this.#saving).catch(failed);
    if (document.visibilityState === 'hidden') own.wake('hidden').catch(failed);
    for (const id of this.#sent) {
      const view = this.#views.get(id);
      if (view) own.open(id, view).catch(failed);
    }
    this.#worker = this.#own = own;
  }
}

/** Holds a lock until the returned function is called, or this window is gone. */
function holdLock(name: string): Promise<() => void> {
  return new Promise((held, failed) => {
    navigator.locks.request(name, () => new Promise<void>((giveUp) => held(giveUp))).catch(failed);
  });
}
