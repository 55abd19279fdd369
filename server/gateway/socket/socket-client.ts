// One connected client: its session, its subscriptions, and the responses to its messages.
import { CODE, type Code, type Reject, reject } from '../../../core/errors/errors.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { DEPTHS } from '../../../core/market-data/market-data.ts';
import {
  BOOK_INTERVALS,
  MAX_ARGS,
  type ServerMessage,
  type SubscribeArg,
  channelKey,
} from '../../../core/feed/feed-protocol.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Topic } from '../../feed/topics/topic.ts';
import { languageOf, printEnvelope, wordsOf } from '../envelope.ts';
import { TokenBucket } from './token-bucket.ts';
import type { SocketCall } from './socket-call.ts';
import { type CheckedMessage, readArg, readMessage } from './client-message.ts';
import type { SocketCounts } from './socket-counts.ts';
import type { SocketWriter } from './socket-writer.ts';
import { PRIVATE_CHANNELS, type PrivateChannel, type PrivateFeed } from './private-feed.ts';

/** Subscriptions per connection; one more is refused. */
const MAX_SUBSCRIPTIONS = 200;
/**
 * Subscriptions of a message that count as one message more: each is read, and answered with a snapshot. All 200 of a
 * connection may be renewed at once.
 */
const ARGS_PER_MESSAGE = 5;
/** Messages beyond the rate limit that are answered with 1429 or ignored, before the connection is closed with 1008. */
const MAX_EXCESS_MESSAGES = 300;
/** Characters of a refused subscription that are returned. */
const MAX_QUOTED = 200;
/** Minimum interval of rate limit errors. */
const RATE_ERROR_INTERVAL_MS = 1_000;

/** How often a session is checked again, so that an expired one ends on open sockets too. */
export const RECHECK_MS = 60_000;
/** A check that failed is made again after this time: the session may have ended. */
const FAILED_RECHECK_MS = 1_000;

/** What a client needs of its writer. */
export type ClientWriter = Pick<SocketWriter, 'receive' | 'owes' | 'forget' | 'write' | 'close'>;

/** Calls of a connection that may wait for their answers; one more is answered 1429. */
export const MAX_CALLS_IN_FLIGHT = 64;

export interface SocketClientDeps {
  writer: ClientWriter;
  feed: Feed;
  privateFeed: PrivateFeed;
  /** Uid of a session's token; null when there is none. */
  uidOf: (token: string) => Promise<number | null>;
  /** Makes a call; never rejects. */
  call: SocketCall;
  messagesPerSecond: number;
  counts: SocketCounts;
  now: () => EpochMs;
  onError: (error: unknown) => void;
  /** Accept-Language of the connection; absent: none. */
  language?: string | undefined;
}

/** A refusal as the client receives it. */
interface Refusal {
  code: Code;
  msg: string;
}

/** Refusal of a subscription that cannot be read: an unknown channel, or an invalid field. */
function notRead(wrong: string): Reject {
  return wrong === 'channel' ? reject(CODE.notFound) : reject(CODE.fieldInvalid, { field: wrong });
}

export class SocketClient {
  lastMessageAt: EpochMs;
  /** When the session was last checked. */
  checkedAt: EpochMs = 0;
  uid: number | null = null;
  readonly #deps: SocketClientDeps;
  readonly #tokens: TokenBucket;
  readonly #topics = new Map<string, Topic>();
  #token = '';
  /** A value of Accept-Language: that of the last call that had one, before any the connection's. */
  #language: string | undefined;
  #closed = false;
  #excessMessages = 0;
  #rateErrorAt = -Infinity;
  #callsInFlight = 0;
  /** Messages received while the session is checked; processed in order after it. */
  #waiting: string[] | null = null;
  /** A session has ended during the check: what it finds may have been read before. */
  #mayHaveEnded = false;

  constructor(deps: SocketClientDeps) {
    this.#deps = deps;
    this.#language = deps.language;
    this.lastMessageAt = deps.now();
    this.#tokens = new TokenBucket(deps.messagesPerSecond, this.lastMessageAt);
  }

  /** The first message; `connId` identifies the connection for support. */
  sendHello(connId: string): void {
    this.send({
      type: 'hello',
      ts: this.#deps.now(),
      server: 'DeFi',
      proto: 1,
      connId,
      maxArgs: MAX_ARGS,
      limits: { msgPerSec: this.#deps.messagesPerSecond },
    });
  }

  /** A text message. */
  receive(text: string): void {
    if (!this.countMessage()) return;
    if (this.#waiting) this.#waiting.push(text);
    else this.#answer(text);
  }

  /** Counts one message from the client; false beyond the rate limit, which is reported at intervals. */
  countMessage(): boolean {
    const now = this.#deps.now();
    this.lastMessageAt = now;
    if (this.#tokens.tryConsume(now)) return true;
    this.#excessMessages += 1;
    if (this.#excessMessages > MAX_EXCESS_MESSAGES) this.#deps.writer.close(1008, 'too many messages');
    else if (now - this.#rateErrorAt >= RATE_ERROR_INTERVAL_MS) {
      this.#rateErrorAt = now;
      this.refuse(reject(CODE.tooManyRequests, { retryAfter: 1 }));
    }
    return false;
  }

  /** A binary message. */
  refuseBinary(): void {
    if (this.countMessage()) this.refuse(reject(CODE.fieldInvalid, { field: 'text message' }));
  }

  send(message: ServerMessage): void {
    this.#deps.writer.write(JSON.stringify(message));
  }

  refuse(refused: Reject, reqId?: number): void {
    this.send({ type: 'error', ...this.#refusal(refused), ...(reqId === undefined ? {} : { reqId }) });
  }

  /**
   * Writes the sequence numbers of quiet channels in one message, so that the client distinguishes quiet channels
   * from lost messages.
   */
  sendHeartbeat(): void {
    const { writer } = this.#deps;
    const ts = this.#deps.now();
    let seqs = '';
    for (const topic of this.#topics.values()) {
      const quiet = writer.owes(topic) ? '' : topic.heartbeatEntry(ts);
      if (quiet !== '') seqs += seqs === '' ? quiet : `,${quiet}`;
    }
    if (seqs !== '') writer.write(`{"type":"heartbeat","ts":${ts},"seqs":{${seqs}}}`);
  }

  /** Checks the session again; an ended one drops the private channels. */
  recheck(): void {
    if (this.uid !== null && !this.#waiting) void this.#auth(this.#token, false);
  }

  /** A session of a user has ended, perhaps this one. */
  onSessionEnd(uid: number): void {
    if (this.#waiting) this.#mayHaveEnded = true;
    else if (this.uid === uid) this.recheck();
  }

  /** The connection is closed. */
  onClosed(): void {
    this.#closed = true;
    for (const key of this.#topics.keys()) this.#drop(key);
  }

  /** Counts the subscriptions of a message; false beyond the rate limit. */
  #countArgs({ reqId, args }: { reqId: number; args: readonly unknown[] }): boolean {
    const isWithin = this.#tokens.tryConsume(this.#deps.now(), Math.floor(args.length / ARGS_PER_MESSAGE));
    if (!isWithin) this.refuse(reject(CODE.tooManyRequests, { retryAfter: 1 }), reqId);
    return isWithin;
  }

  #answer(text: string): void {
    const message = readMessage(text);
    if ('wrong' in message) this.refuse(reject(CODE.fieldInvalid, { field: message.wrong }), message.reqId);
    else this.#act(message);
  }

  #act(message: CheckedMessage): void {
    const ts = this.#deps.now();
    switch (message.type) {
      case 'ping':
        this.send({ type: 'pong', ...(message.t === undefined ? {} : { t: message.t }), ts });
        return;
      case 'auth':
        void this.#auth(message.accesstoken, true);
        return;
      case 'subscribe':
        if (this.#countArgs(message)) this.#subscribe(message.reqId, message.args, ts);
        return;
      case 'unsubscribe':
        if (this.#countArgs(message)) this.#unsubscribe(message.reqId, message.args);
        return;
      case 'resync':
        this.#resync(message);
        return;
      case 'call':
        void this.#call(message);
    }
  }

  /** The session is checked again with every call, so that one that has just ended moves nothing. */
  async #call(message: Extract<CheckedMessage, { type: 'call' }>): Promise<void> {
    const isRefused = this.#callsInFlight >= MAX_CALLS_IN_FLIGHT;
    this.#callsInFlight += 1;
    this.#deps.counts.calls += 1;
    if (message.language !== undefined) this.#language = message.language;
    else if (this.#language !== undefined) message.language = this.#language;
    const envelope = await this.#deps.call(message, this.#token, isRefused);
    this.#callsInFlight -= 1;
    this.#deps.writer.write(printEnvelope(envelope, `"type":"answer","reqId":${message.reqId},`));
  }

  /** `replies`: the client requested it, and receives the result; otherwise only a failure is sent. */
  async #auth(token: string, replies: boolean): Promise<void> {
    this.#waiting = [];
    this.#mayHaveEnded = false;
    let uid = this.uid;
    let sinceMs = 0;
    try {
      uid = await this.#deps.uidOf(token);
    } catch (error) {
      this.#deps.onError(error);
      if (replies) this.refuse(reject(CODE.busy));
      replies = false;
      token = this.#token;
      sinceMs = RECHECK_MS - FAILED_RECHECK_MS;
    }
    if (this.#closed) return;
    this.checkedAt = this.#deps.now() - sinceMs;
    this.#setUser(uid, token, replies);
    const waiting: string[] = this.#waiting;
    this.#waiting = null;
    if (this.#mayHaveEnded) this.recheck();
    for (const text of waiting) this.#answerOrQueue(text);
  }

  /** A queued message: counted already, but it may be queued again. */
  #answerOrQueue(text: string): void {
    if (this.#waiting) this.#waiting.push(text);
    else this.#answer(text);
  }

  #setUser(uid: number | null, token: string, replies: boolean): void {
    const before = this.uid;
    if (uid !== before) for (const channel of PRIVATE_CHANNELS) this.#drop(channel);
    this.uid = uid;
    this.#token = uid === null ? '' : token;
    if (uid === null && (replies || before !== null)) this.refuse(reject(CODE.sessionInvalid));
    else if (uid !== null && replies) this.send({ type: 'auth', code: 0, uid });
  }

  /** Sends the response first, then the snapshots. */
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
    if ('wrong' in arg) return this.#refusal(notRead(arg.wrong));
    const key = channelKey(arg);
    const twin = accepted.get(key);
    // Two ticker lists in one message would be two topics under one key: the first is used.
    if (twin && arg.channel === 'tickers') return twin;
    const fresh = [...accepted.keys()].filter((name) => !this.#topics.has(name)).length;
    if (!this.#topics.has(key) && !twin && this.#topics.size + fresh >= MAX_SUBSCRIPTIONS) {
      return this.#refusal(reject(CODE.limitReached, { limit: MAX_SUBSCRIPTIONS }));
    }
    if (isPrivate(arg))
      return this.uid === null
        ? this.#refusal(reject(CODE.sessionInvalid))
        : this.#deps.privateFeed.topic(this.uid, arg.channel);
    return this.#deps.feed.topic(arg) ?? this.#refusal(reject(CODE.notFound));
  }

  #refusal(refused: Reject): Refusal {
    return { code: refused.code, msg: this.#msg(refused) };
  }

  #msg(refused: Reject): string {
    return wordsOf(refused, languageOf(this.#language));
  }

  #join(topic: Topic): void {
    const { writer } = this.#deps;
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

  /** Unreadable arguments are refused after the response, in one error that names the first. */
  #unsubscribe(reqId: number, args: unknown[]): void {
    let refused: Reject | null = null;
    const keys = args.flatMap((raw) => {
      if (raw === '*') return [...this.#topics.keys()];
      const arg = readArg(raw);
      if (!('wrong' in arg) && !this.#isElsewhere(arg)) return [channelKey(arg)];
      refused ??= 'wrong' in arg ? notRead(arg.wrong) : reject(CODE.notFound);
      return [];
    });
    this.send({ type: 'unsubscribed', reqId, ok: [...new Set(keys)].filter((key) => this.#drop(key)) });
    if (refused) this.refuse(refused, reqId);
  }

  /** A new snapshot of each subscription to the book that is meant. */
  #resync({ depth, interval, ...book }: Extract<CheckedMessage, { type: 'resync' }>): void {
    const meant = DEPTHS.flatMap((levels) => BOOK_INTERVALS.map((ms) => ({ depth: levels, interval: ms })))
      .filter((view) => view.depth === (depth ?? view.depth) && view.interval === (interval ?? view.interval))
      .map((view) => ({ ...book, ...view }))
      .flatMap((arg) => (this.#isElsewhere(arg) ? [] : (this.#topics.get(channelKey(arg)) ?? [])));
    for (const topic of meant) {
      this.#deps.counts.resyncs += 1;
      this.#join(topic);
    }
    if (meant.length === 0) this.refuse(reject(CODE.notFound));
  }

  /** Whether it names another area than that of its market; false where not subscribed: no topic is made for it. */
  #isElsewhere(arg: SubscribeArg): boolean {
    return 'area' in arg && this.#topics.has(channelKey(arg)) && this.#deps.feed.topic(arg) === null;
  }

  #drop(key: string): boolean {
    const topic = this.#topics.get(key);
    if (!topic) return false;
    this.#topics.delete(key);
    topic.unsubscribe(this.#deps.writer);
    this.#deps.writer.forget(topic);
    return true;
  }
}

/** The refused argument; null where it is too long or too deeply nested to be serialised. */
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
