// Messages of the frame: accepts commands of one page alone, answers by id, and posts events to it.
import {
  EMBED_VERSION,
  type EmbedAnswer,
  type EmbedCommand,
  type EmbedCommandName,
  type EmbedEvent,
  EmbedFault,
  type EmbedId,
  readEmbedMessage,
} from '../../../core/embed/embed-protocol.ts';
import { INVALID_ORIGIN } from './frame-address.ts';

/** What the frame needs of the parent window. */
export interface ParentWindow {
  postMessage(message: unknown, targetOrigin: string): void;
}

export type ExecuteCommand = (command: EmbedCommand) => Promise<EmbedAnswer<EmbedCommandName>>;

/** Most events queued for a page that has not sent `hello` yet; the oldest is dropped. */
const MAX_QUEUED = 8;

export class ParentLink {
  readonly #parent: ParentWindow | null;
  readonly #execute: ExecuteCommand;
  /** Set by the address or by the first `hello`, and then constant. */
  #origin: string | null;
  /** False where the address names an invalid origin: all messages are ignored. */
  readonly #enabled: boolean;
  #queue: EmbedEvent[] = [];

  /** `parent`: null for a chart that is not in a frame. `origin`: as in FrameAddress. */
  constructor(parent: ParentWindow | null, origin: string | null, execute: ExecuteCommand) {
    this.#parent = parent;
    this.#enabled = origin !== INVALID_ORIGIN;
    this.#origin = origin;
    this.#execute = execute;
  }

  /** Handles a message event. Messages of other windows or origins are ignored without an answer. */
  receive({ data, origin, source }: { data: unknown; origin: string; source: unknown }): void {
    if (!this.#enabled || this.#parent === null || source !== this.#parent) return;
    // A page with an opaque origin (file, sandbox) cannot be answered safely.
    if (!/^https?:\/\//.test(origin) || (this.#origin !== null && origin !== this.#origin)) return;
    const message = readEmbedMessage(data);
    if (!message) return;
    if (this.#origin === null) {
      if (!('command' in message) || message.command.command !== 'hello') return;
      this.#origin = origin;
    }
    if ('fault' in message) this.reportFault(message.id, message.fault);
    else void this.#answer(message.id, message.command);
  }

  /**
   * Posts an event to the page. Before its origin is known, `ready` and `error` are queued and other
   * events dropped.
   */
  post(event: EmbedEvent): void {
    if (!this.#enabled) return;
    if (this.#origin !== null) this.#parent?.postMessage({ defiChart: EMBED_VERSION, ...event }, this.#origin);
    else if (event.event === 'ready' || event.event === 'error')
      this.#queue = [...this.#queue, event].slice(-MAX_QUEUED);
  }

  /** Posts a fault of command `id`, or with null one that no command caused. */
  reportFault(id: EmbedId | null, { code, message }: EmbedFault): void {
    this.post({ event: 'error', id, code, message });
  }

  async #answer(id: EmbedId, command: EmbedCommand): Promise<void> {
    try {
      const value = await this.#execute(command);
      this.post({ event: 'answer', id, value });
      for (const event of this.#queue.splice(0)) this.post(event);
    } catch (cause) {
      if (!(cause instanceof EmbedFault)) console.error('embed command failed', cause);
      this.reportFault(
        id,
        cause instanceof EmbedFault ? cause : new EmbedFault('failed', `${command.command} failed: ${String(cause)}`),
      );
    }
  }
}
