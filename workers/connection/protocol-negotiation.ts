// Which sub-protocols a new socket offers: the packed wire, until something speaks against it. Without it everything is
// JSON.
import { MSGPACK_PROTOCOL } from '../../core/feed/feed-msgpack.ts';

export class ProtocolNegotiation {
  /** Whether frames of the packed wire can be read here. */
  private supported: boolean;
  /** A server took the offer before: a socket that does not open then says nothing against it. */
  private proven = false;
  /**
   * The socket before offered and never opened: it may be a server (or a proxy) that does not take offers, and the next
   * one makes none.
   */
  private doubted = false;

  constructor(supported: boolean) {
    this.supported = supported;
  }

  /** Sub-protocols for a socket that is about to be opened. */
  next(): string[] {
    const offers = this.supported && (this.proven || !this.doubted);
    this.doubted = false;
    return offers ? [MSGPACK_PROTOCOL] : [];
  }

  onAccepted(): void {
    this.proven = true;
  }

  /**
   * A socket that offered `protocols` ended without having opened. Returns whether another may be tried at once,
   * without the offer.
   */
  onFailed(protocols: readonly string[]): boolean {
    this.doubted = protocols.length > 0 && !this.proven;
    return this.doubted;
  }

  /** No more offers. */
  withdraw(): void {
    this.supported = false;
  }
}
