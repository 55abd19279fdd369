// Which sub-protocols a new socket offers: MessagePack, unless it failed before; without it, JSON.
import { MSGPACK_PROTOCOL } from '../../core/feed/feed-msgpack.ts';

export class ProtocolNegotiation {
  /** Whether MessagePack can be decoded here. */
  #supported: boolean;
  /** A server accepted the offer before: a socket that does not open then has another cause. */
  #wasAccepted = false;
  /**
   * The last socket with an offer never opened: a server or proxy may not support offers, so the next one makes none.
   */
  #lastOfferFailed = false;

  constructor(supported: boolean) {
    this.#supported = supported;
  }

  /** Sub-protocols for a socket that is about to be opened. */
  next(): string[] {
    const offers = this.#supported && (this.#wasAccepted || !this.#lastOfferFailed);
    this.#lastOfferFailed = false;
    return offers ? [MSGPACK_PROTOCOL] : [];
  }

  onAccepted(): void {
    this.#wasAccepted = true;
  }

  /**
   * A socket that offered `protocols` closed before it opened. Returns whether another should be tried at once, without
   * the offer.
   */
  onFailed(protocols: readonly string[]): boolean {
    this.#lastOfferFailed = protocols.length > 0 && !this.#wasAccepted;
    return this.#lastOfferFailed;
  }

  /** Makes no more offers. */
  withdraw(): void {
    this.#supported = false;
  }
}
