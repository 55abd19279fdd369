// The calls of the worker of a market's past: one moment at a time, with the page's views open over jumps.
import { type CoinInfo, type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import { type TimeInterval, type EpochMs, candleStart } from '../../core/units/time.ts';
import type { PracticeIntent } from '../../core/practice/practice-order.ts';
import type {
  OpenedFile,
  PastRefusal,
  PastStatus,
  PastWorker,
  PlayedPlace,
  PracticeReply,
} from '../../core/worker-protocol/past-protocol.ts';
import type { HeatSpan } from '../../core/worker-protocol/heat-update.ts';
import type { ReplayRefusal } from '../../core/worker-protocol/replay-protocol.ts';
import type { PracticeAnswer } from '../../core/worker-protocol/practice-protocol.ts';
import type { FrameAck, MarketConfig, View, ViewId, Wake } from '../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../create-market-worker.ts';
import type { FramePort } from '../platform.ts';
import type { Recording } from '../replay/recording.ts';
import { Practice } from '../practice/practice.ts';
import { RestClient } from '../rest/rest-client.ts';
import { loadDay } from './day-figures.ts';
import { PastFeed } from './past-feed.ts';
import { type PastHost, PastPlatform } from './past-platform.ts';
import { PastSession } from './past-session.ts';
import { ExchangePast, type PastSource } from './past-source.ts';

/** A step of the page takes no longer: where more happened, time passes more slowly, and a pause is met soon. */
const LONGEST_STEP_MS = 100;
/** Without a practice nothing is placed. */
const NO_PRACTICE: PracticeAnswer = { filledLots: 0, restingId: 0, stop: 'off' };

interface Shown {
  session: PastSession;
  practice: Practice | null;
  feed: PastFeed;
  market: ReturnType<typeof createMarketWorker>;
  detach: () => void;
}

export class PastController implements PastWorker<FramePort, Blob> {
  readonly #host: PastHost;
  readonly #views = new Map<ViewId, View>();
  #config: MarketConfig | null = null;
  #port: FramePort | null = null;
  #shown: Shown | null = null;
  #file: Recording | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(host: PastHost) {
    this.#host = host;
  }

  async start(config: MarketConfig, port: FramePort): Promise<void> {
    this.#config = config;
    this.#port = port;
  }

  async instruments(): ReturnType<PastWorker<FramePort, Blob>['instruments']> {
    return this.#infos();
  }

  openFile(file: Blob): Promise<OpenedFile | ReplayRefusal> {
    return this.#enqueue(async () => {
      const { openRecording, RecordingError } = await import('../replay/recording.ts');
      try {
        const opened = await openRecording(file);
        const markets = marketsOf(opened);
        if (markets.length === 0) return 'empty';
        this.#file = opened;
        return { markets, firstMs: opened.firstMs, lastMs: opened.lastMs };
      } catch (cause) {
        if (!(cause instanceof RecordingError)) throw cause;
        console.warn('past.file_refused', cause.message);
        return cause.refusal;
      }
    });
  }

  goTo(coinInfoId: number, atMs: EpochMs): Promise<PastStatus | PastRefusal> {
    return this.#enqueue(async () => {
      try {
        return await this.#goTo(coinInfoId, atMs);
      } catch (cause) {
        console.warn('past.open_failed', cause);
        return 'unreachable';
      }
    });
  }

  advance(ms: number): Promise<PastStatus> {
    return this.#move((session) => {
      const endMs = this.#host.stampMs() + LONGEST_STEP_MS;
      return session.playTo(session.atMs + ms, () => this.#host.stampMs() > endMs);
    });
  }

  stepEvent(): Promise<PastStatus> {
    return this.#move((session) => session.stepEvent());
  }

  stepBar(interval: TimeInterval): Promise<PastStatus> {
    return this.#move((session) => session.stepBar(interval));
  }

  playUntil(place: PlayedPlace): Promise<PastStatus> {
    return this.#move((session) => session.playUntil(place));
  }

  startPractice(): Promise<PastStatus> {
    return this.#act((shown) => {
      const { session, feed } = shown;
      shown.practice = new Practice(feed.instrument, session.market, () => session.atMs);
      session.market.follower = shown.practice;
    });
  }

  placePractice(intent: PracticeIntent): Promise<PracticeReply> {
    return this.#practise((practice) => practice.place(intent));
  }

  closePractice(): Promise<PracticeReply> {
    return this.#practise((practice) => practice.close());
  }

  cancelPractice(id: number | null): Promise<PastStatus> {
    return this.#act(({ practice }) => practice?.cancel(id));
  }

  endPractice(): Promise<PastStatus> {
    return this.#enqueue(async () => {
      const shown = this.#current();
      shown.practice?.end();
      const status = statusOf(shown);
      shown.practice = null;
      shown.session.market.follower = null;
      return status;
    });
  }

  /** A view of another market than the one that is shown waits for a moment of its own. */
  async open(id: ViewId, view: View): Promise<void> {
    this.#views.set(id, view);
    if (this.#shown && isOf(this.#shown, view)) await this.#shown.market.open(id, view);
  }

  async change(id: ViewId, view: View): Promise<void> {
    this.#views.set(id, view);
    if (this.#shown && isOf(this.#shown, view)) await this.#shown.market.change(id, view);
  }

  async close(id: ViewId): Promise<void> {
    this.#views.delete(id);
    await this.#shown?.market.close(id);
  }

  async older(id: ViewId): Promise<void> {
    await this.#shown?.market.older(id);
  }

  async showHeat(id: ViewId, span: HeatSpan): Promise<void> {
    await this.#shown?.market.showHeat(id, span);
  }

  async wake(reason: Wake): Promise<void> {
    await this.#shown?.market.wake(reason);
  }

  async setSaving(saving: boolean): Promise<void> {
    await this.#shown?.market.setSaving(saving);
  }

  /** A replay has no session. */
  async setSession(): Promise<void> {}

  /** A replay sends nothing to the exchange. */
  async call(): ReturnType<PastWorker<FramePort, Blob>['call']> {
    return { sent: false };
  }

  recording(): Promise<never> {
    return Promise.reject(new Error('a replay is not recorded'));
  }

  async #goTo(coinInfoId: number, atMs: EpochMs): Promise<PastStatus | PastRefusal> {
    const infos = await this.#infos();
    const info = infos.find(({ id, pair }) => id === coinInfoId && pair !== '');
    if (!info) return 'market';
    const instrument = instrumentOf(info);
    const source = await this.#sourceOf(instrument);
    const endMs = this.#file ? ((await source.page(atMs, atMs, null))?.lastMs ?? atMs) : this.#host.nowMs();
    // What a file ends with is its last moment; of the exchange's past, one that is still to come is refused.
    const shownMs = Math.floor(this.#file ? Math.min(atMs, endMs) : atMs);
    const session = await PastSession.open(source, instrument, shownMs, endMs);
    if (typeof session === 'string') return session;
    const day = await loadDay(source, instrument, candleStart(session.atMs, '1m'));
    this.#shown?.detach();
    this.#shown = await this.#show(session, new PastFeed(session, instrument, day), infos, source);
    return statusOf(this.#shown);
  }

  async #show(session: PastSession, feed: PastFeed, infos: object[], source: PastSource): Promise<Shown> {
    const port = this.#port!;
    let isShown = true;
    const own: FramePort = {
      onReturn: () => {},
      // A frame of an earlier moment is dropped, and its buffer returned to its sender.
      post: (frame) => (isShown ? port.post(frame) : own.onReturn(frame)),
    };
    port.onReturn = (ack: FrameAck) => own.onReturn(ack);
    const instruments = { code: 0, msg: '', data: { list: infos } };
    const platform = new PastPlatform(this.#host, session, feed, instruments, this.#file && source);
    const market = createMarketWorker(platform);
    await market.start(this.#started(), own);
    for (const [id, view] of this.#views) if (isOf({ feed }, view)) await market.open(id, view);
    return {
      session,
      practice: null,
      feed,
      market,
      detach: () => {
        isShown = false;
        platform.dispose();
      },
    };
  }

  #move(act: (session: PastSession) => Promise<void>): Promise<PastStatus> {
    return this.#act(async ({ session, feed }) => {
      await act(session);
      feed.publish();
    });
  }

  async #practise(act: (practice: Practice) => PracticeAnswer): Promise<PracticeReply> {
    let answer = NO_PRACTICE;
    const status = await this.#act(({ practice }) => {
      if (practice) answer = act(practice);
    });
    return { answer, status };
  }

  #act(act: (shown: Shown) => Promise<void> | void): Promise<PastStatus> {
    return this.#enqueue(async () => {
      const shown = this.#current();
      await act(shown);
      return statusOf(shown);
    });
  }

  #current(): Shown {
    if (!this.#shown) throw new Error('no moment is shown');
    return this.#shown;
  }

  async #infos(): Promise<CoinInfo[]> {
    return this.#file?.infos ?? (await this.#client().instruments(undefined))?.infos ?? [];
  }

  async #sourceOf(instrument: Instrument): Promise<PastSource> {
    if (!this.#file) return new ExchangePast(instrument, this.#client());
    const { recordedPast } = await import('./recorded-past.ts');
    return recordedPast(this.#file, instrument);
  }

  #client(): RestClient {
    return new RestClient(this.#host, this.#started());
  }

  #started(): MarketConfig {
    if (!this.#config) throw new Error('the replay is not started');
    return this.#config;
  }

  #enqueue<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#last.then(act, act);
    this.#last = result;
    return result;
  }
}

/** Whether a view is of no single market, or of the one that is shown. */
function isOf({ feed }: Pick<Shown, 'feed'>, view: View): boolean {
  return !('coinInfoId' in view) || view.coinInfoId === feed.instrument.info.id;
}

function statusOf({ session, practice }: Shown): PastStatus {
  return { ...session.status, practice: practice?.takeState() ?? null };
}

/** Of markets of which something was recorded, by number of messages, descending. */
function marketsOf({ infos, channels }: Recording): number[] {
  const frames = (id: number): number =>
    channels.reduce((sum, { arg, frames: some }) => sum + ('coinInfoId' in arg && arg.coinInfoId === id ? some : 0), 0);
  return infos
    .filter(({ id, pair }) => pair !== '' && frames(id) > 0)
    .map(({ id }) => id)
    .sort((a, b) => frames(b) - frames(a));
}
