// The bus over NATS: at-most-once delivery, reconnects for ever, one message per subject and turn.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  AuthorizationError,
  type ConnectionOptions,
  type NatsConnection,
  PermissionViolationError,
  connect,
  nkeyAuthenticator,
  nkeys,
} from '@nats-io/transport-node';
import { errorMessage } from '../../core/errors/error-message.ts';
import { type Bus, type Dispose, NoAnswerError, type Subject } from './bus.ts';
import { FrameAssembler, framesOf } from './message-frames.ts';

/** Between two attempts to connect. */
const RECONNECT_MS = 50;
/** A server that does not answer pings for two of these is left for another. */
const PING_MS = 500;
/** How long a server that accepts and stays silent is waited for: the next address is tried. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Where answers go: no request makes its responder, who may publish more, publish elsewhere. */
const INBOX = /^defi\.inbox\.[\w.]+$/;

export interface NatsSettings {
  /** One or more addresses, comma-joined: `nats://host:4222`, `tls://user:password@host:4222`. */
  url: string;
  /** File with the certificates (PEM) that servers' certificates are checked by; null: those of the system. */
  caFile?: string | null;
  /** File with the seed of this node's nkey; null: user and password of the address, or nothing. */
  nkeyFile?: string | null;
}

export interface NatsBusOptions extends NatsSettings {
  /** Name of this node in the lists of the server. */
  name: string;
  /** Called with the errors of listeners and with messages that cannot be read. */
  report: (event: string, error: unknown) => void;
}

/** Throws Error, with a sentence for the operator, when no server answers. */
export async function connectNats({ name, report, ...settings }: NatsBusOptions): Promise<Bus> {
  const { url } = settings;
  const seed = seedOf(settings);
  const access = accessOf(settings, seed);
  try {
    const connection = await connect({
      ...access,
      name,
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      // Credentials that are being renewed are refused for a while; without this the second refusal ends it for good.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: RECONNECT_MS,
      reconnectJitterTLS: RECONNECT_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
      noEcho: false,
    });
    return new NatsBus(connection, report, seed && nkeys.fromSeed(seed).getPublicKey());
  } catch (cause) {
    if (cause instanceof AuthorizationError)
      throw new Error(`NATS at ${withoutPasswords(url)} refuses this node; correct NATS_URL or NATS_NKEY`, { cause });
    const reason = errorMessage(cause);
    throw new Error(`NATS at ${withoutPasswords(url)} does not answer (${reason}); start it, or correct NATS_URL`, {
      cause,
    });
  }
}

/**
 * Servers, certificates and credentials as the transport takes them: it reads neither the scheme nor the user of an
 * address. With one `tls://` address, servers without TLS are refused. Throws Error on a file that cannot be read.
 */
function accessOf({ url, caFile }: NatsSettings, seed: Uint8Array | null): ConnectionOptions {
  const addresses = url.split(',').map((address) => new URL(address.trim()));
  const named = addresses.find(({ username }) => username !== '');
  const isSecure = Boolean(caFile) || addresses.some(({ protocol }) => protocol === 'tls:');
  return {
    servers: addresses.map(({ host }) => host),
    ...(isSecure ? { tls: caFile ? { ca: readFileSync(caFile, 'utf8') } : {} } : {}),
    ...(named ? { user: decodeURIComponent(named.username), pass: decodeURIComponent(named.password) } : {}),
    ...(seed ? { authenticator: nkeyAuthenticator(seed) } : {}),
  };
}

/** Throws Error on a file that cannot be read, or is no seed. */
function seedOf({ nkeyFile }: NatsSettings): Uint8Array | null {
  return nkeyFile ? new TextEncoder().encode(readFileSync(nkeyFile, 'utf8').trim()) : null;
}

function withoutPasswords(url: string): string {
  return url.replace(/\/\/[^/,]*@/g, '//');
}

interface PendingRequest {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

interface Request {
  replyTo: string;
  id: number;
  body: unknown;
}

type Reply = { id: number; answer: unknown } | { id: number; error: string };

class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #report: NatsBusOptions['report'];
  readonly #sender = randomBytes(8);
  readonly #inbox: string;
  readonly #requests = new Map<number, PendingRequest>();
  /** Messages of this turn, by subject. */
  #outgoing = new Map<string, unknown[]>();
  #batch = 0;
  #requestId = 0;
  #lostAt: number | null = null;

  /** `nkey`: the public one of this node; servers may let it alone read the inboxes that are named after it. */
  constructor(connection: NatsConnection, report: NatsBusOptions['report'], nkey: string | null) {
    this.#connection = connection;
    this.#report = report;
    this.#inbox = ['defi.inbox', ...(nkey ? [nkey] : []), this.#sender.toString('hex')].join('.');
    void this.#watch();
    this.subscribe<Reply>(this.#inbox, (reply) => this.#onReply(reply));
  }

  get isConnected(): boolean {
    return this.#lostAt === null && !this.#connection.isClosed() && !this.#connection.isDraining();
  }

  disconnectedMs(): number {
    return this.#lostAt === null ? 0 : performance.now() - this.#lostAt;
  }

  publish<Message>(subject: Subject<Message>, message: NoInfer<Message>): void {
    if (this.#outgoing.size === 0) setImmediate(() => this.#flush());
    const queued = this.#outgoing.get(subject);
    if (queued) queued.push(message);
    else this.#outgoing.set(subject, [message]);
  }

  flush(): void {
    this.#flush();
    // The connection would write at the end of this turn. What cannot be sent is sent after a reconnect, or is missed.
    if (!this.isConnected) return;
    this.#connection.flush().catch((error: unknown) => this.#report('bus.not_flushed', error));
  }

  subscribe<Message>(subject: Subject<Message>, listener: (message: Message) => void): Dispose {
    const frames = new FrameAssembler();
    const subscription = this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) {
          this.#report('bus.subscription_failed', error);
          return;
        }
        try {
          for (const one of frames.add(message.data)) listener(one as Message);
        } catch (failure) {
          this.#report('bus.listener_failed', failure);
        }
      },
    });
    return () => subscription.unsubscribe();
  }

  request<Message, Answer>(
    subject: Subject<Message, Answer>,
    body: NoInfer<Message>,
    timeoutMs: number,
  ): Promise<Answer> {
    const name: string = subject;
    return new Promise<unknown>((resolve, reject) => {
      const id = (this.#requestId += 1);
      const timer = setTimeout(() => {
        this.#requests.delete(id);
        reject(new NoAnswerError(`no answer on ${name} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#requests.set(id, { resolve, reject, timer });
      this.publish<Request>(name, { replyTo: this.#inbox, id, body });
    }) as Promise<Answer>;
  }

  respond<Message, Answer>(
    subject: Subject<Message, Answer>,
    responder: (message: Message) => NoInfer<Answer> | Promise<NoInfer<Answer>>,
  ): Dispose {
    const name: string = subject;
    return this.subscribe<Request>(name, ({ replyTo, id, body }) => {
      if (!INBOX.test(replyTo)) throw new Error(`a request for an answer on ${replyTo}`);
      void answerOf(() => responder(body as Message)).then((result) => this.publish<Reply>(replyTo, { id, ...result }));
    });
  }

  async close(): Promise<void> {
    this.#flush();
    for (const { reject, timer } of this.#requests.values()) {
      clearTimeout(timer);
      reject(new NoAnswerError('the bus is closed'));
    }
    this.#requests.clear();
    if (this.#connection.isClosed()) return;
    // Drained where a server is there; without one nothing can be sent.
    if (this.isConnected) await this.#connection.drain().catch(() => this.#connection.close());
    else await this.#connection.close();
  }

  #flush(): void {
    const outgoing = this.#outgoing;
    this.#outgoing = new Map();
    if (this.#connection.isClosed()) return;
    const mostBytes = this.#connection.info?.max_payload;
    for (const [subject, messages] of outgoing) {
      this.#batch += 1;
      for (const frame of framesOf(messages, this.#sender.readBigUInt64BE(), this.#batch, mostBytes))
        this.#connection.publish(subject, frame);
    }
  }

  #onReply(reply: Reply): void {
    const request = this.#requests.get(reply.id);
    if (!request) return; // it has timed out, or was answered by another responder
    this.#requests.delete(reply.id);
    clearTimeout(request.timer);
    if ('error' in reply) request.reject(new Error(reply.error));
    else request.resolve(reply.answer);
  }

  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === 'disconnect') this.#lostAt ??= performance.now();
      else if (status.type === 'reconnect') this.#lostAt = null;
      else if (status.type === 'error' && status.error instanceof PermissionViolationError)
        this.#report('bus.not_permitted', status.error);
    }
  }
}

async function answerOf(respond: () => unknown): Promise<{ answer: unknown } | { error: string }> {
  try {
    return { answer: await respond() };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}
