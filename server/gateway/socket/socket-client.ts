// One connected client: its session, its subscriptions, and the answers to its messages.
import { CODE, type Code, reject, sentence } from '../../../core/errors/errors.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { MAX_ARGS, type ServerMessage, type SubscribeArg, channelKey } from '../../../core/feed/feed-protocol.ts';
import { words } from '../../../core/errors/messages/en-US.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Topic } from '../../feed/topics/topic.ts';
import { TokenBucket, MESSAGES_PER_SECOND } from './token-bucket.ts';
import { type CheckedMessage, readArg, readMessage } from './client-message.ts';
import type { SocketWriter } from './socket-writer.ts';
import { PRIVATE_CHANNELS, type PrivateChannel, type PrivateFeed } from './private-feed.ts';

/** Subscriptions one connection may hold; one more is refused. */
const MAX_SUBSCRIPTIONS = 200;
/**
 * Messages beyond the allowance that are answered with 1429 or passed over, before the connection is closed with 1008.
 */
const MAX_EXCESS_MESSAGES = 300;
/** A refused subscription is quoted back up to this many characters. */
const MAX_QUOTED = 200;
/** The rate limit error is sent at most this often. */
const RATE_ERROR_INTERVAL_MS = 1_000;

/** What a client needs of its writer. */
export type ClientWriter = Pick<SocketWriter, 'receive' | 'owes' | 'forget' | 'write' | 'close'>;

export interface ClientParts {
  writer: ClientWriter;
  feed: Feed;
  privateFeed: PrivateFeed;
  /** User of a session's token, null when there is no such session. */
  uidOf: (token: string) => Promise<number | null>;
  now: () => EpochMs;
  onError: (error: unknown) => void;
}

interface Refusal {
  code: Code;
  msg: string;
}

function refusal(code: Code, params: Record<string, string | number> = {}): Refusal {
  return { code, msg: sentence(words, reject(code, params)) };
}

/** Why a subscription could not be read: a channel that is none, or a field that is wrong. */
function notRead(wrong: string): Refusal {
  return wrong === 'channel' ? refusal(CODE.notFound) : refusal(CODE.fieldInvalid, { field: wrong });
}

export class SocketClient {
  lastMessageAt: EpochMs;
  /** When the session was last looked up. */
  checkedAt: EpochMs = 0;
  uid: number | null = null;
  readonly #parts: ClientParts;
  readonly #tokens: TokenBucket;
  readonly #topics = new Map<string, Topic>();
  #token = '';
  #closed = false;
  #excessMessages = 0;
  #rateErrorAt = -Infinity;
  /** Messages that came while a session is looked up; they are answered in order after it. */
  #waiting: string[] | null = null;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.lastMessageAt = parts.now();
    this.#tokens = new TokenBucket(this.lastMessageAt);
  }

  /** The first message; `connId` names the connection in words to support. */
  sendHello(connId: string): void {
    this.send({
      type: 'hello',
      ts: this.#parts.now(),
      server: 'DeFi',
      proto: 1,
      connId,
      maxArgs: MAX_ARGS,
      limits: { msgPerSec: MESSAGES_PER_SECOND },
    });
  }

  /** A text message, whatever is in it. */
  receive(text: string): void {
    if (!this.countMessage()) return;
    if (this.#waiting) this.#waiting.push(text);
    else this.#answer(text);
  }

  /** Counts one message from the client; false when it came too soon (which it is told now and then). */
  countMessage(): boolean {
    const now = this.#parts.now();
    this.lastMessageAt = now;
    if (this.#tokens.tryConsume(now)) return true;
    this.#excessMessages += 1;
    if (this.#excessMessages > MAX_EXCESS_MESSAGES) this.#parts.writer.close(1008, 'too many messages');
    else if (now - this.#rateErrorAt >= RATE_ERROR_INTERVAL_MS) {
      this.#rateErrorAt = now;
      this.refuse(refusal(CODE.tooManyRequests, { retryAfter: 1 }));
    }
    return false;
  }

  /** A message that is no text. */
  refuseBinary(): void {
    if (this.countMessage()) this.refuse(refusal(CODE.fieldInvalid, { field: 'text message' }));
  }

  send(message: ServerMessage): void {
    this.#parts.writer.write(JSON.stringify(message));
  }

  refuse({ code, msg }: Refusal, reqId?: number): void {
    this.send({ type: 'error', code, msg, ...(reqId === undefined ? {} : { reqId }) });
  }

  /** Writes the sequence numbers of the quiet channels in one message, so that the client can tell quiet from muted. */
  sendHeartbeat(): void {
    const { writer } = this.#parts;
    const ts = this.#parts.now();
    let seqs = '';
    for (const topic of this.#topics.values()) {
      const quiet = writer.owes(topic) ? '' : topic.quietAt(ts);
      if (quiet !== '') seqs += seqs === '' ? quiet : `,${quiet}`;
    }
    if (seqs !== '') writer.write(`{"type":"heartbeat","ts":${ts},"seqs":{${seqs}}}`);
  }

  /** Looks the session up again; one that ended takes the private channels with it. */
  recheck(): void {
    if (this.uid !== null && !this.#waiting) void this.#auth(this.#token, false);
  }

  /** The connection ended. */
  onClosed(): void {
    this.#closed = true;
    for (const key of this.#topics.keys()) this.#drop(key);
  }

  #answer(text: string): void {
    const message = readMessage(text);
    if ('wrong' in message) this.refuse(refusal(CODE.fieldInvalid, { field: message.wrong }), message.reqId);
    else this.#act(message);
  }

  #act(message: CheckedMessage): void {
    const ts = this.#parts.now();
    switch (message.type) {
      case 'ping':
        this.send({ type: 'pong', ...(message.t === undefined ? {} : { t: message.t }), ts });
        return;
      case 'auth':
        void this.#auth(message.accesstoken, true);
        return;
      case 'subscribe':
        this.#subscribe(message.reqId, message.args, ts);
        return;
      case 'unsubscribe':
        this.#unsubscribe(message.reqId, message.args);
        return;
      case 'resync':
        this.#resync(channelKey(message));
    }
  }

  /** `replies`: the client requested it, and receives the result; otherwise only a failure is sent. */
  async #auth(token: string, replies: boolean): Promise<void> {
    this.#waiting = [];
    let uid = this.uid;
    try {
      uid = await this.#parts.uidOf(token);
    } catch (error) {
      this.#parts.onError(error);
      if (replies) this.refuse(refusal(CODE.busy));
      replies = false;
      token = this.#token;
    }
    if (this.#closed) return;
    this.checkedAt = this.#parts.now();
    this.#setUser(uid, token, replies);
    const waiting: string[] = this.#waiting;
    this.#waiting = null;
    for (const text of waiting) this.#answerOrQueue(text);
  }

  /** A message that waited: counted already, but it may have to wait once more. */
  #answerOrQueue(text: string): void {
    if (this.#waiting) this.#waiting.push(text);
    else this.#answer(text);
  }

  #setUser(uid: number | null, token: string, replies: boolean): void {
    const before = this.uid;
    if (uid !== before) for (const channel of PRIVATE_CHANNELS) this.#drop(channel);
    this.uid = uid;
    this.#token = uid === null ? '' : token;
    if (uid === null && (replies || before !== null)) this.refuse(refusal(CODE.sessionInvalid));
    else if (uid !== null && replies) this.send({ type: 'auth', code: 0, uid });
  }

  /** Answers first, then the snapshots follow. */
  #subscribe(reqId: number, args: unknown[], ts: EpochMs): void {
    const fail: ({ arg: unknown } & Refusal)[] = [];
    const accepted = new Map<string, Topic>();
    for (const raw of args) {
      const topic = this.#topicOf(raw, accepted);
      if ('code' in topic) fail.push({ arg: quoted(raw), ...topic });
      else accepted.set(topic.key, topic);
    }
    this.send({ type: 'subscribed', reqId, ok: [...accepted.keys()], fail, ts });
    for (const topic of accepted.values()) this.#join(topic);
  }

  #topicOf(raw: unknown, accepted: ReadonlyMap<string, Topic>): Topic | Refusal {
    const arg = readArg(raw);
    if ('wrong' in arg) return notRead(arg.wrong);
    const key = channelKey(arg);
    const twin = accepted.get(key);
    // Two ticker lists in one message would make two topics under one key: the first is the one.
    if (twin && arg.channel === 'tickers') return twin;
    const fresh = [...accepted.keys()].filter((name) => !this.#topics.has(name)).length;
    if (!this.#topics.has(key) && !twin && this.#topics.size + fresh >= MAX_SUBSCRIPTIONS) {
      return { code: CODE.tooManyRequests, msg: `At most ${MAX_SUBSCRIPTIONS} subscriptions` };
    }
    if (isPrivate(arg))
      return this.uid === null ? refusal(CODE.sessionInvalid) : this.#parts.privateFeed.topic(this.uid, arg.channel);
    return this.#parts.feed.topic(arg) ?? refusal(CODE.notFound);
  }

  #join(topic: Topic): void {
    const { writer } = this.#parts;
    const before = this.#topics.get(topic.key);
    if (before === topic) {
      const snapshot = topic.snapshot();
      if (snapshot !== null) writer.receive(snapshot, topic, 'snapshot');
      return;
    }
    this.#drop(topic.key);
    this.#topics.set(topic.key, topic);
    topic.subscribe(writer);
  }

  /** Arguments that cannot be read are refused after the answer, in one error that names the first. */
  #unsubscribe(reqId: number, args: unknown[]): void {
    let refused: Refusal | null = null;
    const keys = args.flatMap((raw) => {
      if (raw === '*') return [...this.#topics.keys()];
      const arg = readArg(raw);
      if (!('wrong' in arg)) return [channelKey(arg)];
      refused ??= notRead(arg.wrong);
      return [];
    });
    this.send({ type: 'unsubscribed', reqId, ok: [...new Set(keys)].filter((key) => this.#drop(key)) });
    if (refused) this.refuse(refused, reqId);
  }

  #resync(key: string): void {
    const topic = this.#topics.get(key);
    if (topic) this.#join(topic);
    else this.refuse(refusal(CODE.notFound));
  }

  #drop(key: string): boolean {
    const topic = this.#topics.get(key);
    if (!topic) return false;
    this.#topics.delete(key);
    topic.unsubscribe(this.#parts.writer);
    this.#parts.writer.forget(topic);
    return true;
  }
}

/**
 * What was sent, or its absence where it is too long or too deeply nested to be printed again: it comes from outside.
 */
function quoted(raw: unknown): unknown {
  try {
    return (JSON.stringify(raw) ?? '').length <= MAX_QUOTED ? raw : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isPrivate(arg: SubscribeArg): arg is Extract<SubscribeArg, { channel: PrivateChannel }> {
  return (PRIVATE_CHANNELS as readonly string[]).includes(arg.channel);
}
