// Follows each fault from its injection: when the worker detected it, when the book was verified again, or that it was
// harmless.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import type { BookSync } from '../../workers/book/book-sync.ts';
import { JsonDecoder } from '../../workers/decode/json-decoder.ts';
import { type Chance, type Way, WAYS } from './corrupt.ts';
import { type ReferenceBooks, topOf } from './reference-book.ts';

/** Messages of a book that pass whole before it is corrupted again, at least. */
const CALM = 1;
/** A fault is harmless when the book is right this many messages later and nothing was noticed. */
const MAX_PASSES = 3;
/** Share of a repair's own messages that are corrupted too. */
const SECOND = 0.02;

export interface Tally {
  injected: Record<string, number>;
  /** Messages of the book from the fault to its detection; the corrupted one itself is 0. */
  detectedAfter: number[];
  detectMs: number[];
  /** From the detection, or the last corrupted message of the repair where one was, to the verified book. */
  repairMs: number[];
  harmless: number;
  /**
   * Hit a book that was under repair already, or one that a message of another book put under repair first: detection
   * cannot be attributed.
   */
  masked: number;
  /** Neither noticed nor right. */
  missed: string[];
}

export function emptyTally(): Tally {
  return { injected: {}, detectedAfter: [], detectMs: [], repairMs: [], harmless: 0, masked: 0, missed: [] };
}

/**
 * `lastMs`: when a message of its repair was last corrupted. `from`: messages of the book that were in flight before
 * it. `first`: 1 where only the next message can reveal it.
 */
interface Fault {
  way: string;
  atMs: number;
  lastMs: number;
  gaps: number;
  from: number;
  passed: number;
  first: number;
  detectedMs: number;
}

interface Line {
  sync: BookSync | null;
  calm: number;
  /** Messages of this book that were sent on, and taken by the worker. */
  sent: number;
  taken: number;
  /** Places of those that were of another book. */
  strays: Set<number>;
  /** The one before was such a one: a whole snapshot of another book is only belied by the next message. */
  afterStray: boolean;
  /** Messages that wait until the next one has passed. */
  later: string[];
  fault: Fault | null;
}

export class Watch {
  readonly tally: Tally;
  readonly #lines = new Map<string, Line>();
  readonly #reference: ReferenceBooks;
  readonly #chance: Chance;
  readonly #rate: number;
  readonly #decoder = new JsonDecoder();
  readonly #find: (key: string) => BookSync | undefined;
  readonly #ways: [string, Way][];

  /** `rate` is the share of calm messages that are corrupted; `find` gives the worker's own book. */
  constructor(
    infos: readonly CoinInfo[],
    reference: ReferenceBooks,
    chance: Chance,
    rate: number,
    find: (key: string) => BookSync | undefined,
    tally: Tally,
  ) {
    this.#reference = reference;
    this.#chance = chance;
    this.#rate = rate;
    this.#find = find;
    this.tally = tally;
    this.#ways = Object.entries(WAYS);
    this.#decoder.setInstruments(
      new Map(infos.filter(({ pair }) => pair !== '').map((info) => [info.id, instrumentOf(info)])),
    );
  }

  get injected(): number {
    return Object.values(this.tally.injected).reduce((sum, count) => sum + count, 0);
  }

  /** Messages that were sent on and that the worker has not taken yet. */
  get underWay(): number {
    let sum = 0;
    for (const { sent, taken } of this.#lines.values()) sum += sent - taken;
    return sum;
  }

  /** Whether every fault has come to its end. */
  get settled(): boolean {
    return [...this.#lines.values()].every(({ fault, later }) => fault === null && later.length === 0);
  }

  /** Passes a message of the exchange on, or what becomes of it. `calm`: nothing new is corrupted. */
  pass(text: string, calm = false): string[] {
    const key = this.#reference.take(text);
    if (key === null) return [text];
    const line = this.#lineOf(key);
    const held = line.later.splice(0);
    const now = this.#isSpoilt(line, calm) ? this.#corrupt(line, key, text) : [text];
    const out = [...now, ...held];
    for (const sent of out) this.#noteSent(line, sent === text ? key : this.#keyOf(sent));
    return out;
  }

  /** After the worker took a message. */
  taken(text: string): void {
    const key = this.#keyOf(text);
    const line = key === null ? undefined : this.#lines.get(key);
    if (!line) return;
    line.taken++;
    const { afterStray } = line;
    const isStray = (line.afterStray = line.strays.delete(line.taken));
    if (key === null || !line.fault || !line.sync) return;
    if (line.taken <= line.fault.from) this.#passEarlier(line, line.fault, line.sync);
    else if (isStray || afterStray) this.#passStray(line, line.fault, line.sync);
    if (line.fault && !isStray && line.taken > line.fault.from) this.#look(line, line.fault, line.sync, key);
  }

  /** A message may have been routed wrongly: to another book than its own. */
  #noteSent(from: Line, key: string | null): void {
    const line = key === null ? undefined : this.#lines.get(key);
    if (!line) return;
    line.sent++;
    if (line !== from) line.strays.add(line.sent);
  }

  /** New faults meet a calm, verified book; now and then one meets the messages of a repair. */
  #isSpoilt(line: Line, calm: boolean): boolean {
    if (calm || !line.sync) return false;
    const live = line.sync.state === BOOK_STATE.live;
    return line.fault ? !live && this.#chance() < SECOND : live && ++line.calm > CALM && this.#chance() < this.#rate;
  }

  #keyOf(text: string): string | null {
    const event = this.#decoder.decode(text);
    return event.kind === 'book'
      ? channelKey({ channel: 'books', coinInfoId: event.coinInfoId, depth: event.depth, interval: event.interval })
      : null;
  }

  #lineOf(key: string): Line {
    let line = this.#lines.get(key);
    if (!line)
      this.#lines.set(
        key,
        (line = {
          sync: null,
          calm: 0,
          sent: 0,
          taken: 0,
          strays: new Set(),
          afterStray: false,
          later: [],
          fault: null,
        }),
      );
    line.sync ??= this.#find(key) ?? null;
    return line;
  }

  #corrupt(line: Line, key: string, text: string): string[] {
    const [way, make] = this.#ways[Math.floor(this.#chance() * this.#ways.length)]!;
    const { now, later } = make(text, this.#chance);
    this.tally.injected[way] = (this.tally.injected[way] ?? 0) + 1;
    line.later.push(...later);
    if (line.fault === null) {
      line.calm = 0;
      // What does not reach its book is only seen by the next message that does.
      const first = now.some((sent) => this.#keyOf(sent) === key) ? 0 : 1;
      line.fault = {
        way,
        atMs: performance.now(),
        lastMs: 0,
        gaps: line.sync?.gaps ?? 0,
        from: line.sent,
        passed: 0,
        first,
        detectedMs: NaN,
      };
    } else line.fault.lastMs = performance.now();
    return now;
  }

  /** What was under way before a fault was made: only what is noticed after the last of it is noticed of the fault. */
  #passEarlier(line: Line, fault: Fault, sync: BookSync): void {
    fault.gaps = sync.gaps;
    if (line.taken === fault.from && sync.state !== BOOK_STATE.live) this.#mask(line);
  }

  /**
   * What another book's message does to this one, at once or seen by the next, is not the detection of this one's
   * fault.
   */
  #passStray(line: Line, fault: Fault, sync: BookSync): void {
    if (Number.isNaN(fault.detectedMs) && isNoticed(fault, sync)) this.#mask(line);
  }

  #mask(line: Line): void {
    this.tally.masked++;
    line.fault = null;
  }

  #look(line: Line, fault: Fault, sync: BookSync, key: string): void {
    const now = performance.now();
    if (Number.isNaN(fault.detectedMs)) this.#lookForDetection(line, fault, sync, key, now);
    if (!Number.isNaN(fault.detectedMs) && sync.state === BOOK_STATE.live) {
      this.tally.repairMs.push(now - Math.max(fault.detectedMs, fault.lastMs));
      line.fault = null;
    }
  }

  #lookForDetection(line: Line, fault: Fault, sync: BookSync, key: string, now: number): void {
    const { tally } = this;
    if (isNoticed(fault, sync)) {
      fault.detectedMs = now;
      tally.detectedAfter.push(fault.passed + fault.first);
      tally.detectMs.push(now - fault.atMs);
    } else if (++fault.passed > MAX_PASSES) {
      if (this.#reference.ever(key, topOf(sync))) tally.harmless++;
      else tally.missed.push(`${fault.way} ${key} seq ${sync.book.seq}`);
      line.fault = null;
    }
  }
}

function isNoticed(fault: Fault, sync: BookSync): boolean {
  return sync.gaps > fault.gaps || sync.state !== BOOK_STATE.live;
}
