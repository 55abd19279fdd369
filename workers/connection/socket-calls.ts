// Calls of the page on the feed's socket: sent while it is live with the caller's session, joined to their answers.
import type { Envelope } from '../../core/endpoints/endpoints.ts';
import type { ClientMessage, ServerMessage } from '../../core/feed/feed-protocol.ts';
import type { SocketCall, SocketReply } from '../../core/worker-protocol/worker-protocol.ts';
import type { Connection } from './connection.ts';
import type { PrivateSession } from './private-session.ts';

export class SocketCalls {
  readonly #connection: Pick<Connection, 'isOpen' | 'send'>;
  readonly #session: Pick<PrivateSession, 'isConfirmed'>;
  /** Calls without an answer on this connection, by number. */
  readonly #waiting = new Map<number, (answer: Envelope | null) => void>();
  #reqId = 0;

  constructor(connection: Pick<Connection, 'isOpen' | 'send'>, session: Pick<PrivateSession, 'isConfirmed'>) {
    this.#connection = connection;
    this.#session = session;
  }

  call({ path, form, token, language }: SocketCall): Promise<SocketReply> {
    if (!this.#connection.isOpen || !this.#session.isConfirmed(token)) return Promise.resolve({ sent: false });
    const reqId = ++this.#reqId;
    const message: ClientMessage = { type: 'call', reqId, path, form, language };
    return new Promise((resolve) => {
      this.#waiting.set(reqId, (answer) => resolve({ sent: true, answer }));
      this.#connection.send(() => JSON.stringify(message));
    });
  }

  onAnswer({ reqId, code, msg, data, ts, traceId }: Extract<ServerMessage, { type: 'answer' }>): void {
    const settle = this.#waiting.get(reqId);
    this.#waiting.delete(reqId);
    settle?.({ code, msg, data, ...(ts !== undefined && { ts }), ...(traceId !== undefined && { traceId }) });
  }

  /** The connection is gone, and whether its calls arrived is not known. */
  onDisconnected(): void {
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const settle of lost) settle(null);
  }
}
