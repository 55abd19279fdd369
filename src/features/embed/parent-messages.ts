// The frame's ear and voice: hears commands of one page alone, answers each by its id, tells events to that page and to
// no other.
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
import { NOBODY } from './frame-address.ts';

/** The window around the frame, as far as it may be known. */
export interface ParentWindow {
  postMessage(message: unknown, targetOrigin: string): void;
}

export type CarryOut = (command: EmbedCommand) => Promise<EmbedAnswer<EmbedCommandName>>;

/** Events kept for a page that has not said hello yet; the oldest is forgotten. */
const MAX_QUEUED = 8;

export class ParentLink {
  private readonly parent: ParentWindow | null;
  private readonly carryOut: CarryOut;
  /** Fixed by the address, or by the first hello; then for good. */
  private origin: string | null;
  /** False where the address names an origin that is none: then nobody is heard. */
  private readonly open: boolean;
  private queue: EmbedEvent[] = [];

  /** `parent`: null where the chart stands alone. `origin`: as the address has it. */
  constructor(parent: ParentWindow | null, origin: string | null, carryOut: CarryOut) {
    this.parent = parent;
    this.open = origin !== NOBODY;
    this.origin = origin;
    this.carryOut = carryOut;
  }

  /** Hears a message event. What comes from another window or origin is left alone, without an answer. */
  receive({ data, origin, source }: { data: unknown; origin: string; source: unknown }): void {
    if (!this.open || this.parent === null || source !== this.parent) return;
    // A page without an origin (a file, a sandbox) cannot be answered safely.
    if (!/^https?:\/\//.test(origin) || (this.origin !== null && origin !== this.origin)) return;
    const message = readEmbedMessage(data);
    if (!message) return;
    if (this.origin === null) {
      if (!('command' in message) || message.command.command !== 'hello') return;
      this.origin = origin;
    }
    if ('fault' in message) this.refuse(message.id, message.fault);
    else void this.answer(message.id, message.command);
  }

  /** Tells the page; before it is known, what it will want to know is kept for it. */
  notify(event: EmbedEvent): void {
    if (!this.open) return;
    if (this.origin !== null) this.parent?.postMessage({ defiChart: EMBED_VERSION, ...event }, this.origin);
    else if (event.event === 'ready' || event.event === 'error') this.queue = [...this.queue, event].slice(-MAX_QUEUED);
  }

  /** Tells of something wrong that no command caused, or that `id` did. */
  refuse(id: EmbedId | null, { code, message }: EmbedFault): void {
    this.notify({ event: 'error', id, code, message });
  }

  private async answer(id: EmbedId, command: EmbedCommand): Promise<void> {
    try {
      const value = await this.carryOut(command);
      this.notify({ event: 'answer', id, value });
      for (const event of this.queue.splice(0)) this.notify(event);
    } catch (cause) {
      if (!(cause instanceof EmbedFault)) console.error(cause);
      this.refuse(
        id,
        cause instanceof EmbedFault ? cause : new EmbedFault('failed', `${command.command} failed: ${String(cause)}`),
      );
    }
  }
}
