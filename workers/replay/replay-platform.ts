// The platform of a replay: clock and calls come from the file, the socket sends its messages.
import type { ChartSeries } from '../../chart/api.ts';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { type Interval, candleStart, nextCandleStart } from '../../core/units/time.ts';
import { printSteps } from '../../core/units/units.ts';
import { MsgpackDecoder } from '../decode/msgpack-decoder.ts';
import type { CreateObserver } from '../recorder/frame-observer.ts';
import type { Indicators } from '../indicators/kit/indicator.ts';
import type { ChartListener, ChartPort, LazyModules } from '../lazy-modules.ts';
import type { Cancel, Platform, PlatformSocket } from '../platform.ts';
import type { Recording, Step } from './recording.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** What a replay needs from the real platform: display ticks and charts. */
export type ReplayHost = Pick<Platform, 'onDisplayTick'> &
  Pick<LazyModules, 'hostChart' | 'loadIndicators'> & { paintMs(): number };

export class ReplayPlatform implements Platform, LazyModules {
  /** Current time of the recording, ms since the epoch. */
  clockMs: number;
  #socket: (PlatformSocket & { open: boolean; onBytes?: (bytes: ArrayBuffer) => void }) | null = null;
  /** Number of calls without an answer. */
  pendingCalls = 0;
  readonly loadObserver: () => Promise<CreateObserver>;
  readonly #recording: Recording;
  readonly #platform: ReplayHost;
  /** By time, then in order of creation. */
  #timers: Timer[] = [];

  constructor(recording: Recording, platform: ReplayHost, createObserver: CreateObserver) {
    this.#recording = recording;
    this.#platform = platform;
    this.clockMs = recording.firstMs;
    this.loadObserver = () => Promise.resolve(createObserver);
  }

  openSocket(): PlatformSocket {
    const nothing = (): void => {};
    const socket = {
      open: false,
      onOpen: nothing,
      onText: nothing,
      onClose: nothing,
      close: nothing,
      // Only pings are answered: subscriptions were answered when the recording was made.
      send: (text: string) => this.#answerPing(socket, text),
    };
    this.#socket = socket;
    return socket;
  }

  get isOpen(): boolean {
    return this.#socket?.open ?? false;
  }

  open(): void {
    if (!this.#socket) return;
    this.#socket.open = true;
    this.#socket.onOpen();
  }

  disconnect(): void {
    const socket = this.#socket;
    if (!socket?.open) return;
    socket.open = false;
    socket.onClose();
  }

  deliver({ text, bytes }: Step): void {
    if (!this.isOpen) return;
    if (bytes) this.#socket?.onBytes?.(bytes);
    else this.#socket?.onText(text);
  }

  loadMsgpack(): Promise<MsgpackDecoder> {
    return Promise.resolve(new MsgpackDecoder());
  }

  async post(url: string, _headers: Record<string, string>, body: string): Promise<unknown> {
    this.pendingCalls++;
    try {
      return { code: 0, msg: '', data: this.#answer(url, new URLSearchParams(body)) };
    } finally {
      this.pendingCalls--;
    }
  }

  nowMs(): number {
    return this.clockMs;
  }

  stampMs(): number {
    return this.clockMs - this.#recording.firstMs;
  }

  paintMs(): number {
    return this.#platform.paintMs();
  }

  after(delayMs: number, run: () => void): Cancel {
    const timer = { at: this.clockMs + delayMs, run };
    let place = this.#timers.length;
    while (place > 0 && this.#timers[place - 1]!.at > timer.at) place--;
    this.#timers.splice(place, 0, timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** When the next timer is due, ms since the epoch; Infinity without one. */
  get nextTimerMs(): number {
    return this.#timers[0]?.at ?? Infinity;
  }

  runTimer(): void {
    const timer = this.#timers.shift();
    if (!timer) return;
    this.clockMs = Math.max(this.clockMs, timer.at);
    timer.run();
  }

  onDisplayTick(run: () => void): void {
    this.#platform.onDisplayTick(run);
  }

  hostChart(port: ChartPort, listener: ChartListener): Promise<ChartSeries> {
    return this.#platform.hostChart(port, listener);
  }

  loadIndicators(): Promise<Indicators> {
    return this.#platform.loadIndicators();
  }

  /** Constant, so that every run is the same. */
  random(): number {
    return 0.5;
  }

  #answerPing(socket: PlatformSocket & { open: boolean }, text: string): void {
    const message = JSON.parse(text) as { type: string; t?: number };
    if (message.type !== 'ping') return;
    queueMicrotask(() => {
      if (socket.open) socket.onText(JSON.stringify({ type: 'pong', t: message.t, ts: this.clockMs }));
    });
  }

  /** What the exchange would have answered at this time: only data that was complete by then. */
  #answer(url: string, form: URLSearchParams): unknown {
    const path = url.slice(url.lastIndexOf('/'));
    const id = Number(form.get('coinInfoId'));
    if (path === '/infos') return { list: this.#recording.infos };
    if (path === '/trades') return { list: this.#trades(id) };
    return { list: this.#candles(id, form), hasMore: false };
  }

  /** Closed candles only: the running one comes with the feed. */
  #candles(id: number, form: URLSearchParams): unknown[] {
    const period = form.get('period') as Interval;
    const from = Number(form.get('startTime') ?? 0) * 1000;
    const before = Number(form.get('endTime') ?? Infinity) * 1000;
    const now = candleStart(this.clockMs, period);
    const saved = this.#recording.candles.find((one) => one.coinInfoId === id && one.period === period)?.rows ?? [];
    const over = saved.filter(([time = NaN]) => time >= from && time < before && nextCandleStart(time, period) <= now);
    return over
      .slice(-Number(form.get('limit') ?? 1000))
      .map(([time = 0, ...numbers]) => [time / 1000, ...numbers.map(decimalText), '0', 1]);
  }

  /** Trades before the recording; recorded ones come with the feed. */
  #trades(id: number): unknown[] {
    const info = this.#recording.infos.find((one) => one.id === id);
    const saved = this.#recording.trades.find((one) => one.coinInfoId === id)?.rows ?? [];
    if (!info) return [];
    const { price, amount } = instrumentOf(info);
    return saved
      .filter((row) => row[4]! <= this.clockMs)
      .map(([tradeId, ticks = 0, lots = 0, side, ts]) => ({
        id: tradeId,
        price: printSteps(ticks, price),
        amount: printSteps(lots, amount),
        side: side === 1 ? 'buy' : 'sell',
        ts,
      }));
  }
}

/** A number as a plain decimal, as the feed has no exponents. */
function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text;
}
