// A client that makes calls on the feed's socket, as a page or a trader's program does.
import { WebSocket } from 'ws';
import type { Envelope } from '../../../core/endpoints/endpoints.ts';
import { SOCKET_PATH, formTexts } from '../../../core/endpoints/http.ts';
import type { Form } from './running-exchange.ts';

// Untyped for brevity, as answers of running-exchange.ts.
// eslint-disable-next-line typescript/no-explicit-any
type SocketAnswer = Envelope<any> & { reqId: number };

export class SocketCaller {
  readonly ws: WebSocket;
  /** Everything that was received as text, in order. */
  // eslint-disable-next-line typescript/no-explicit-any
  readonly received: any[] = [];
  closedCode: number | null = null;
  readonly #waiting = new Map<number, (answer: SocketAnswer | null) => void>();
  #reqId = 0;

  private constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return;
      const message = JSON.parse(data.toString()) as { type: string; reqId: number };
      this.received.push(message);
      // An unreadable message is answered by an error with its number.
      if (message.type === 'answer' || message.type === 'error')
        this.#settle(message.reqId, message as unknown as SocketAnswer);
    });
    ws.on('close', (code) => {
      this.closedCode = code;
      for (const reqId of this.#waiting.keys()) this.#settle(reqId, null);
    });
    ws.on('error', () => undefined);
  }

  /** Opens a socket of the exchange at `url`; with a token it is authenticated first. */
  static async open(
    url: string,
    token = '',
    protocols: string[] = [],
    headers: Record<string, string> = {},
  ): Promise<SocketCaller> {
    const caller = new SocketCaller(
      new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/$/, '')}${SOCKET_PATH}`, protocols, { headers }),
    );
    await new Promise((resolve, reject) => caller.ws.once('open', resolve).once('error', reject));
    // Sent at once: the exchange keeps later messages until the session is checked.
    if (token !== '') caller.send({ type: 'auth', accesstoken: token });
    return caller;
  }

  send(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Makes a call; null: the connection closed before the answer. */
  call(path: string, form: Form = {}, language = 'en-US'): Promise<SocketAnswer | null> {
    if (this.closedCode !== null) return Promise.resolve(null);
    const reqId = ++this.#reqId;
    const answer = new Promise<SocketAnswer | null>((resolve) => this.#waiting.set(reqId, resolve));
    this.send({ type: 'call', reqId, path, form: Object.fromEntries(formTexts(form)), language });
    return answer;
  }

  /** Resolves with the first message that `fits`, of those received before too. */
  // eslint-disable-next-line typescript/no-explicit-any
  async until(fits: (message: any) => boolean): Promise<any> {
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      await new Promise((resolve) => this.ws.once('message', resolve));
    }
  }

  async close(): Promise<void> {
    if (this.closedCode !== null) return;
    const closed = new Promise((resolve) => this.ws.once('close', resolve));
    this.ws.close();
    await closed;
  }

  #settle(reqId: number, answer: SocketAnswer | null): void {
    this.#waiting.get(reqId)?.(answer);
    this.#waiting.delete(reqId);
  }
}
