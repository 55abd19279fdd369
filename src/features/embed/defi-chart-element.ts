// The script that other sites load: defines the custom element <defi-chart>.
import {
  CHART_PATH,
  EMBED_VERSION,
  type EmbedAnswer,
  type EmbedCommandName,
  type EmbedEvent,
  type EmbedFields,
  type EmbedPicture,
  type EmbedState,
  type EmbedTheme,
} from '../../../core/embed/embed-protocol.ts';

/** A command without an answer is rejected after this time, in ms. */
const ANSWER_TIMEOUT_MS = 20_000;
const ATTRIBUTES = ['symbol', 'interval', 'main', 'sub', 'theme', 'lang', 'replay'];
/** Origin of the exchange: that of this script. */
const EXCHANGE = new URL((document.currentScript as HTMLScriptElement).src).origin;

interface PendingAnswer {
  resolve(value: never): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * A live chart of this exchange in an iframe. The page and the frame exchange messages
 * (docs/embedding.md); the frame has no session and stores nothing.
 *
 * Attributes, which may be changed at any time: `symbol` ("BTC/USDT"), `interval` ("1s" to "1M"),
 * `main` and `sub` (lists of indicators such as "MA(5,10),BOLL"), `theme` ("dark", "light" or
 * "system") and `lang` (a language code such as "en-US"). Defaults of missing and initially invalid
 * ones: BTC/USDT, 15m, MA, VOL, dark, the language of the browser. `replay` ("2026-11-25T12:00:00Z", or
 * ms since the epoch) shows the past from that moment on; it is set before the element is connected.
 *
 * Events, with their value in `event.detail`:
 * - `ready` (EmbedState): the chart shows a new symbol or interval.
 * - `candle` (EmbedCandle): the running candle changed; at most once a second.
 * - `crosshair` (EmbedCandle or null): the candle under the crosshair.
 * - `replay` (EmbedReplay): the moment of a replay and how it moves.
 * - `error` (`{ id, code, message }`): a failed command or attribute; `message` is English.
 *
 * Every method resolves with the state after the command. It rejects with an Error that has a
 * `code` (EmbedFaultCode) when the command is refused, and without one when the frame does not
 * answer within 20 s or the element is removed; the chart then stays as it was. Commands are queued
 * until the frame is ready.
 *
 * @example
 *   const chart = document.querySelector('defi-chart');
 *   chart.addEventListener('candle', ({ detail }) => console.log(detail.close));
 *   await chart.setSymbol('ETH/USDT');
 */
class DefiChartElement extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  #frame: HTMLIFrameElement | null = null;
  #isRemoved = false;
  #lastId = 0;
  readonly #pending = new Map<unknown, PendingAnswer>();
  /** Messages sent before the frame was ready; null afterwards. */
  #queue: { id: number }[] | null = [];
  readonly #onMessage = (event: MessageEvent): void => {
    if (
      event.origin === EXCHANGE &&
      event.source === this.#frame?.contentWindow &&
      event.data?.defiChart === EMBED_VERSION
    )
      this.#receive(event.data as EmbedEvent);
  };

  connectedCallback(): void {
    const frame = document.createElement('iframe');
    const query = new URLSearchParams({ embed: '1', origin: location.origin });
    for (const name of ATTRIBUTES) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name) ?? '');
    frame.src = `${EXCHANGE + CHART_PATH}?${query}`;
    frame.title = `DeFi ${this.getAttribute('symbol') ?? ''}`;
    frame.allow = 'fullscreen';
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
    frame.addEventListener('load', () => this.#sendHello());
    this.#frame = frame;
    this.#isRemoved = false;
    addEventListener('message', this.#onMessage);
    this.#createShadowRoot().replaceChildren(frame);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#onMessage);
    this.#frame?.remove();
    this.#frame = null;
    this.#isRemoved = true;
    this.#queue = [];
    for (const id of this.#pending.keys()) this.#settlePending(id, (one) => one.reject(removed()));
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!this.#frame || value === null || value === before) return;
    // Invalid attributes are reported by the `error` event.
    this.#applyAttribute(name, value).catch(() => undefined);
  }

  /**
   * Shows another market.
   *
   * @param symbol A pair in any notation: "BTC/USDT", "BTC-USDT", "btcusdt".
   * @throws Error `unknown-symbol`, or `failed` when the exchange cannot be reached within 10 s.
   */
  setSymbol(symbol: string): Promise<EmbedState> {
    return this.#request('setSymbol', { symbol });
  }

  /**
   * Sets the length of a candle.
   *
   * @param interval "1s", "1m", "15m", "1h", "4h", "1d", "1w", "1M" and others; the error lists them.
   * @throws Error `malformed` for an unknown interval.
   */
  setInterval(interval: string): Promise<EmbedState> {
    return this.#request('setInterval', { interval: interval as EmbedFields<'setInterval'>['interval'] });
  }

  /**
   * Adds an indicator, or replaces the one of the same name.
   *
   * @param indicator A name, with optional parameters: "BOLL", "BOLL(20,2)".
   * @throws Error `unknown-indicator` for an unknown name, invalid parameters, or a ninth indicator
   *   in the same pane type.
   */
  addIndicator(indicator: string): Promise<EmbedState> {
    return this.#request('addIndicator', { indicator });
  }

  /**
   * Removes an indicator.
   *
   * @param indicator Its name: "BOLL".
   * @throws Error `unknown-indicator` when it is not on the chart.
   */
  removeIndicator(indicator: string): Promise<EmbedState> {
    return this.#request('removeIndicator', { indicator });
  }

  /**
   * Replaces all indicators.
   *
   * @param main Indicators over the candles: "MA(5,10),BOLL"; '' for none. At most 8.
   * @param sub Indicators in panes below the candles: "VOL,MACD"; '' for none. At most 8.
   * @throws Error `unknown-indicator` for the first invalid entry.
   */
  setIndicators(main: string, sub: string): Promise<EmbedState> {
    return this.#request('setIndicators', { main, sub });
  }

  /**
   * Sets the colours.
   *
   * @param theme "dark", "light" or "system" (that of the device).
   * @throws Error `malformed` for another theme.
   */
  setTheme(theme: string): Promise<EmbedState> {
    return this.#request('setTheme', { theme: theme as EmbedTheme });
  }

  /**
   * Sets the language of the frame.
   *
   * @param locale A language code: "en-US", "ja-JP", "ar-AE" and others; the error lists them.
   * @throws Error `unknown-locale`, or `failed` when the language cannot be loaded.
   */
  setLocale(locale: string): Promise<EmbedState> {
    return this.#request('setLocale', { locale });
  }

  /** Returns to the newest candle at the default zoom. */
  resetView(): Promise<EmbedState> {
    return this.#request('resetView', {});
  }

  /**
   * Shows a moment of the past, ms since the epoch, and pauses.
   *
   * @throws Error `no-replay` where the element was connected without `replay`.
   */
  replayAt(time: number): Promise<EmbedState> {
    return this.#request('replayAt', { time });
  }

  /** Plays the replay. */
  replayPlay(): Promise<EmbedState> {
    return this.#request('replayPlay', {});
  }

  /** Pauses the replay. */
  replayPause(): Promise<EmbedState> {
    return this.#request('replayPause', {});
  }

  /** Plays one trade or book change ("event"), or to the end of the running candle ("candle"). */
  replayStep(by: EmbedFields<'replayStep'>['by']): Promise<EmbedState> {
    return this.#request('replayStep', { by });
  }

  /** Sets the speed of the replay, 0.1 to 500. */
  replaySpeed(speed: number): Promise<EmbedState> {
    return this.#request('replaySpeed', { speed });
  }

  /**
   * Replays a recorded feed in place of the exchange's past: a file of the page /pages/status/feed, or a venue tape.
   *
   * @throws Error `bad-file` when it is no recording, or larger than 64 MiB; `no-replay` as above.
   */
  replayFile(file: Blob | ArrayBuffer): Promise<EmbedState> {
    return this.#request('replayFile', { file });
  }

  /** Reads the current state. */
  state(): Promise<EmbedState> {
    return this.#request('hello', {});
  }

  /**
   * Captures the chart as a PNG in device pixels. Waits up to 10 s for candles.
   *
   * @throws Error `no-candles` when the market has none, `no-picture` when the chart is not drawn.
   */
  async snapshot(): Promise<Blob> {
    return ((await this.#request('snapshot', {})) as EmbedPicture<Blob>).png;
  }

  #applyAttribute(name: string, value: string): Promise<unknown> {
    switch (name) {
      case 'symbol':
        return this.setSymbol(value);
      case 'interval':
        return this.setInterval(value);
      case 'theme':
        return this.setTheme(value);
      case 'lang':
        return this.setLocale(value);
      case 'replay':
        return this.replayAt(/^\d+$/.test(value) ? Number(value) : Date.parse(value));
      default:
        return this.setIndicators(this.getAttribute('main') ?? 'MA', this.getAttribute('sub') ?? 'VOL');
    }
  }

  #request<Name extends EmbedCommandName>(command: Name, fields: EmbedFields<Name>): Promise<EmbedAnswer<Name>> {
    return new Promise((resolve, reject) => {
      if (this.#isRemoved) throw removed();
      const message = this.#message(command, fields);
      const timer = setTimeout(() => {
        // A command that was rejected is not sent any more.
        this.#queue = this.#queue?.filter((queued) => queued !== message) ?? null;
        this.#settlePending(message.id, (one) => one.reject(new Error('The chart did not answer.')));
      }, ANSWER_TIMEOUT_MS);
      this.#pending.set(message.id, { resolve, reject, timer });
      if (this.#queue) this.#queue.push(message);
      else this.#post(message);
    });
  }

  #message<Name extends EmbedCommandName>(command: Name, fields: EmbedFields<Name>): { id: number } {
    this.#lastId += 1;
    const named = { defiChart: EMBED_VERSION, id: this.#lastId, command };
    return { ...named, ...fields };
  }

  /** A command with something that no message can hold is rejected, and keeps no other from being sent. */
  #post(message: { id: number }): void {
    try {
      this.#frame?.contentWindow?.postMessage(message, EXCHANGE);
    } catch (cause) {
      const error = Object.assign(new Error(String(cause)), { code: 'malformed' });
      this.#settlePending(message.id, (one) => one.reject(error));
    }
  }

  /** Called when the frame has loaded. Messages are queued until its first one arrives. */
  #sendHello(): void {
    this.#queue ??= [];
    this.#post(this.#message('hello', {}));
  }

  #receive(event: EmbedEvent): void {
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const message of queue) this.#post(message);
    if (event.event === 'answer') return this.#settlePending(event.id, (one) => one.resolve(event.value as never));
    if (event.event === 'error')
      this.#settlePending(event.id, (one) => one.reject(Object.assign(new Error(event.message), { code: event.code })));
    this.dispatchEvent(new CustomEvent(event.event, { detail: detailOf(event) }));
    return undefined;
  }

  #settlePending(id: unknown, how: (one: PendingAnswer) => void): void {
    const one = this.#pending.get(id);
    if (!one) return;
    this.#pending.delete(id);
    clearTimeout(one.timer);
    how(one);
  }

  /** Creates the shadow root. Styles of the page (`defi-chart { ... }`) override the height set here. */
  #createShadowRoot(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':host{display:block;height:400px}:host([hidden]){display:none}');
    root.adoptedStyleSheets = [sheet];
    return root;
  }
}

function removed(): Error {
  return new Error('The chart was removed from the page.');
}

function detailOf(event: Exclude<EmbedEvent, { event: 'answer' }>): unknown {
  if (event.event === 'ready') return event.state;
  if (event.event === 'replay') return event.replay;
  if (event.event !== 'error') return event.candle;
  const { id, code, message } = event;
  return { id, code, message };
}

if (!customElements.get('defi-chart')) customElements.define('defi-chart', DefiChartElement);
