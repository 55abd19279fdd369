// A practice of the replay as the page sees it: its state, its orders, and the trades it ends with.
import { type ReadonlySignal, batch, effect, signal } from '@preact/signals-react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { PracticeIntent } from '../../../../core/practice/practice-order.ts';
import type { PracticeTrade } from '../../../../core/practice/practice-result.ts';
import type { EpochMs } from '../../../../core/units/time.ts';
import type { PastStatus, PlayedPlace } from '../../../../core/worker-protocol/past-protocol.ts';
import type {
  PracticeAnswer,
  PracticeLists,
  PracticeState,
} from '../../../../core/worker-protocol/practice-protocol.ts';
import type { PastWorkerClient } from '../../../api/past-worker.ts';
import { randomId } from '../../../lib/random-id.ts';
import { type PracticeAct, type PracticeRecord, fileOf, placeOf, storePractice } from './practice-record.ts';

/** A second tap within this time after an order is no second order. */
const TAP_AGAIN_MS = 600;
const NO_LISTS: PracticeLists = { orders: [], fills: [], trades: [] };

/** What a practice needs of the replay's player. */
export interface PracticePlayer {
  readonly status: ReadonlySignal<PastStatus | null>;
  call(act: (worker: PastWorkerClient) => Promise<PastStatus>): Promise<PastStatus>;
  pause(): void;
  /** Until the returned function is called the user cannot play or step. */
  occupy(): () => void;
  /** Returns whether the moment is shown. */
  goTo(atMs: EpochMs): Promise<boolean>;
  readonly chosenMs: EpochMs;
}

/** A practice that ended, or that runs: what the journal keeps of it. */
export interface PracticeRun {
  id: string;
  fromMs: EpochMs;
  toMs: EpochMs;
  trades: readonly PracticeTrade[];
}

export class PracticeController {
  readonly instrument: Instrument;
  /** Null while no practice runs. */
  readonly state = signal<PracticeState | null>(null);
  readonly lists = signal<PracticeLists>(NO_LISTS);
  /** An order is on its way, or was a moment ago. */
  readonly busy = signal(false);
  /** The practice that ended last, until its card is closed. */
  readonly ended = signal<PracticeRun | null>(null);
  /** Price that was tapped on the chart, as a decimal; the order form takes it. */
  readonly tappedPrice = signal('');
  readonly #player: PracticePlayer;
  readonly #onTrades: (run: PracticeRun) => void;
  #id = '';
  #fromMs: EpochMs = NaN;
  #saved = 0;
  #record: PracticeRecord | null = null;
  /** Its trades are in the journal. */
  #isResuming = false;

  /** `onTrades` is called whenever a trade has ended, with all of the practice. */
  constructor(player: PracticePlayer, instrument: Instrument, onTrades: (run: PracticeRun) => void) {
    this.#player = player;
    this.instrument = instrument;
    this.#onTrades = onTrades;
  }

  /** Follows the player; returns the function that stops it. */
  follow(): () => void {
    return effect(() => this.#onStatus(this.#player.status.value));
  }

  get isRunning(): boolean {
    return this.state.peek() !== null;
  }

  /** It is played again: a jump would take it to another moment. */
  get isResuming(): boolean {
    return this.#isResuming;
  }

  /** Whether its end loses something: a position, or orders. Trades that have ended are in the journal. */
  get isAtStake(): boolean {
    const state = this.state.value;
    return state !== null && (state.positionLots !== 0 || this.lists.value.orders.length > 0);
  }

  async start(): Promise<void> {
    this.#begin(randomId());
    const status = await this.#player.call((worker) => worker.startPractice());
    this.#fromMs = status.atMs;
    const start = placeOf(status);
    const { chosenMs } = this.#player;
    const market = { coinInfoId: this.instrument.info.id, file: fileOf() };
    this.#record = { ...market, id: this.#id, chosenMs, start, acts: [], end: { ...start, hash: status.hash } };
    this.store();
  }

  /**
   * Plays a practice again that a reload ended, to where it was. Throws Error where that cannot be done exactly: no
   * practice runs then. It stays stored where the past was not reached.
   */
  async resume(record: PracticeRecord): Promise<void> {
    this.#isResuming = true;
    this.busy.value = true;
    const release = this.#player.occupy();
    try {
      this.#begin(record.id);
      this.#fromMs = record.start.atMs;
      if (!(await this.#player.goTo(record.chosenMs))) throw new Error('the moment is not shown');
      const playUntil = (place: PlayedPlace): Promise<PastStatus> =>
        this.#player.call((worker) => worker.playUntil(place));
      await playUntil(record.start);
      await this.#player.call((worker) => worker.startPractice());
      for (const act of record.acts) {
        await playUntil(act);
        await this.#player.call(async (worker) => (await applyAct(worker, act)).status);
      }
      const { hash } = await playUntil(record.end);
      if (hash !== record.end.hash) {
        storePractice(null);
        throw new Error('the past is another one');
      }
      this.#record = record;
      this.#saved = this.lists.peek().trades.length;
    } catch (cause) {
      if (this.isRunning) await this.#player.call((worker) => worker.endPractice());
      this.state.value = null;
      throw cause;
    } finally {
      release();
      this.#isResuming = false;
      this.busy.value = false;
    }
  }

  /** Stores what it is played again from after a reload. */
  store(): void {
    const status = this.#player.status.peek();
    if (!this.#record || !status) return;
    this.#record.end = { ...placeOf(status), hash: status.hash };
    storePractice(this.#record);
  }

  /** Places an order; null for a tap that follows another one too soon. */
  place(intent: PracticeIntent): Promise<PracticeAnswer | null> {
    return this.#once({ do: 'place', intent });
  }

  /** Closes the position with a market order; null for a tap that follows another one too soon. */
  close(): Promise<PracticeAnswer | null> {
    return this.#once({ do: 'close' });
  }

  /** Cancels an order, or all with null. */
  async cancel(id: number | null): Promise<void> {
    if (!this.#isResuming) await this.#do({ do: 'cancel', id });
  }

  /** Ends the practice; its trades are in `ended`. */
  async end(): Promise<void> {
    this.#player.pause();
    this.#record = null;
    storePractice(null);
    const { atMs } = await this.#player.call((worker) => worker.endPractice());
    this.ended.value = this.#run(atMs);
    this.state.value = null;
  }

  /** Closes the card of the practice that ended. */
  dismiss(): void {
    this.ended.value = null;
  }

  #begin(id: string): void {
    this.ended.value = null;
    this.lists.value = NO_LISTS;
    this.#saved = 0;
    this.#id = id;
  }

  #run(toMs: EpochMs): PracticeRun {
    return { id: this.#id, fromMs: this.#fromMs, toMs, trades: this.lists.peek().trades };
  }

  #onStatus(status: PastStatus | null): void {
    const practice = status?.practice ?? null;
    batch(() => {
      this.state.value = practice;
      if (practice?.lists) this.lists.value = practice.lists;
    });
    const { trades } = this.lists.peek();
    if (!status || !practice || this.#isResuming || trades.length === this.#saved) return;
    this.#saved = trades.length;
    this.#onTrades(this.#run(status.atMs));
  }

  async #once(act: PracticeAct): Promise<PracticeAnswer | null> {
    if (this.busy.peek()) return null;
    this.busy.value = true;
    try {
      return await this.#do(act);
    } finally {
      setTimeout(() => {
        this.busy.value = false;
      }, TAP_AGAIN_MS);
    }
  }

  /** The status after an act is of the place where it was done. */
  async #do(act: PracticeAct): Promise<PracticeAnswer | null> {
    let answer: PracticeAnswer | null = null;
    const status = await this.#player.call(async (worker) => {
      const reply = await applyAct(worker, act);
      ({ answer } = reply);
      return reply.status;
    });
    this.#record?.acts.push({ ...placeOf(status), ...act });
    this.store();
    return answer;
  }
}

async function applyAct(
  worker: PastWorkerClient,
  act: PracticeAct,
): Promise<{ answer: PracticeAnswer | null; status: PastStatus }> {
  if (act.do === 'place') return worker.placePractice(act.intent);
  if (act.do === 'close') return worker.closePractice();
  return { answer: null, status: await worker.cancelPractice(act.id) };
}
