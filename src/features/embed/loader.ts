// The script other sites load: defines <defi-chart>, a frame of this exchange that follows its attributes, methods and
// events.
import {
  EMBED_PATH,
  EMBED_VERSION,
  type EmbedAnswer,
  type EmbedCommandName,
  type EmbedEvent,
  type EmbedFields,
  type EmbedPicture,
  type EmbedState,
  type EmbedTheme,
} from '../../../core/embed/embed-protocol.ts';

/** A command that has no answer after this long is given up. */
const ANSWER_MS = 20_000;
const ATTRIBUTES = ['symbol', 'interval', 'main', 'sub', 'theme', 'lang'];
/** The exchange is where this script came from. */
const EXCHANGE = new URL((document.currentScript as HTMLScriptElement).src).origin;

interface Waiting {
  done(value: never): void;
  failed(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

class DefiChart extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  private frame: HTMLIFrameElement | null = null;
  private lastId = 0;
  private readonly waiting = new Map<unknown, Waiting>();
  /** Messages that wait for the frame to hear; null when it does. */
  private queue: object[] | null = [];
  private readonly onMessage = (event: MessageEvent): void => {
    if (
      event.origin === EXCHANGE &&
      event.source === this.frame?.contentWindow &&
      event.data?.defiChart === EMBED_VERSION
    )
      this.receive(event.data as EmbedEvent);
  };

  connectedCallback(): void {
    const frame = document.createElement('iframe');
    const query = new URLSearchParams({ embed: '1', origin: location.origin });
    for (const name of ATTRIBUTES) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name) ?? '');
    frame.src = `${EXCHANGE + EMBED_PATH}?${query}`;
    frame.title = `DeFi ${this.getAttribute('symbol') ?? ''}`;
    frame.allow = 'fullscreen';
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
    frame.addEventListener('load', () => this.greet());
    this.frame = frame;
    addEventListener('message', this.onMessage);
    this.place().replaceChildren(frame);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.onMessage);
    this.frame?.remove();
    this.frame = null;
    this.queue = [];
    for (const id of this.waiting.keys())
      this.settle(id, (one) => one.failed(new Error('The chart was taken off the page.')));
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!this.frame || value === null || value === before) return;
    // What is wrong with an attribute is told by the error event.
    this.follow(name, value).catch(() => undefined);
  }

  setSymbol(symbol: string): Promise<EmbedState> {
    return this.ask('setSymbol', { symbol });
  }
  setInterval(interval: string): Promise<EmbedState> {
    return this.ask('setInterval', { interval: interval as EmbedFields<'setInterval'>['interval'] });
  }
  addIndicator(indicator: string): Promise<EmbedState> {
    return this.ask('addIndicator', { indicator });
  }
  removeIndicator(indicator: string): Promise<EmbedState> {
    return this.ask('removeIndicator', { indicator });
  }
  setIndicators(main: string, sub: string): Promise<EmbedState> {
    return this.ask('setIndicators', { main, sub });
  }
  setTheme(theme: string): Promise<EmbedState> {
    return this.ask('setTheme', { theme: theme as EmbedTheme });
  }
  setLocale(locale: string): Promise<EmbedState> {
    return this.ask('setLocale', { locale });
  }
  resetView(): Promise<EmbedState> {
    return this.ask('resetView', {});
  }
  /** What is shown now. */
  state(): Promise<EmbedState> {
    return this.ask('hello', {});
  }
  /** The picture as it stands, PNG. */
  async snapshot(): Promise<Blob> {
    return ((await this.ask('snapshot', {})) as EmbedPicture<Blob>).png;
  }

  private follow(name: string, value: string): Promise<unknown> {
    switch (name) {
      case 'symbol':
        return this.setSymbol(value);
      case 'interval':
        return this.setInterval(value);
      case 'theme':
        return this.setTheme(value);
      case 'lang':
        return this.setLocale(value);
      default:
        return this.setIndicators(this.getAttribute('main') ?? 'MA', this.getAttribute('sub') ?? 'VOL');
    }
  }

  private ask<Name extends EmbedCommandName>(command: Name, fields: EmbedFields<Name>): Promise<EmbedAnswer<Name>> {
    return new Promise((done, failed) => {
      const message = this.message(command, fields);
      const timer = setTimeout(
        () => this.settle(message.id, (one) => one.failed(new Error('The chart did not answer.'))),
        ANSWER_MS,
      );
      this.waiting.set(message.id, { done, failed, timer });
      if (this.queue) this.queue.push(message);
      else this.post(message);
    });
  }

  private message<Name extends EmbedCommandName>(command: Name, fields: EmbedFields<Name>): { id: number } {
    this.lastId += 1;
    const named = { defiChart: EMBED_VERSION, id: this.lastId, command };
    return { ...named, ...fields };
  }

  private post(message: object): void {
    this.frame?.contentWindow?.postMessage(message, EXCHANGE);
  }

  /** The frame is loaded: from its first answer on it hears. */
  private greet(): void {
    this.queue ??= [];
    this.post(this.message('hello', {}));
  }

  private receive(event: EmbedEvent): void {
    const queue = this.queue ?? [];
    this.queue = null;
    for (const message of queue) this.post(message);
    if (event.event === 'answer') return this.settle(event.id, (one) => one.done(event.value as never));
    if (event.event === 'error')
      this.settle(event.id, (one) => one.failed(Object.assign(new Error(event.message), { code: event.code })));
    const { event: name, ...detail } = event;
    const inner = event.event === 'ready' ? event.state : event.event === 'error' ? detail : event.candle;
    this.dispatchEvent(new CustomEvent(name, { detail: inner }));
    return undefined;
  }

  private settle(id: unknown, how: (one: Waiting) => void): void {
    const one = this.waiting.get(id);
    if (!one) return;
    this.waiting.delete(id);
    clearTimeout(one.timer);
    how(one);
  }

  /** Where the frame stands: a style of the page's own, `defi-chart { ... }`, wins over the height here. */
  private place(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':host{display:block;height:400px}:host([hidden]){display:none}');
    root.adoptedStyleSheets = [sheet];
    return root;
  }
}

if (!customElements.get('defi-chart')) customElements.define('defi-chart', DefiChart);
