// A practice of the replay as the page sees it: its state, its orders, and the trades it ends with.
import { type ReadonlySignal, batch, effect, signal } from '@preact/signals-react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { PracticeIntent } from '../../../../core/practice/practice-order.ts';
import type { PracticeTrade } from '../../../../core/practice/practice-result.ts';
import type { EpochMs } from '../../../../core/units/time.ts';
import type { PastStatus, PracticeReply } from '../../../../core/worker-protocol/past-protocol.ts';
import type {
  PracticeAnswer,
  PracticeLists,
  PracticeState,
} from '../../../../core/worker-protocol/practice-protocol.ts';
import type { PastWorkerClient } from '../../../api/past-worker.ts';
import { randomId } from '../../../lib/random-id.ts';

/** A second tap within this time after an order is no second order. */
const TAP_AGAIN_MS = 600;
const NO_LISTS: PracticeLists = { orders: [], fills: [], trades: [] };

/** What a practice needs of the replay's player. */
export interface PracticePlayer {
  readonly status: ReadonlySignal<PastStatus | null>;
  call(act: (worker: PastWorkerClient) => Promise<PastStatus>): Promise<PastStatus>;
  pause(): void;
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

  /** Whether its end loses something: a position, or orders. Trades that have ended are in the journal. */
  get isAtStake(): boolean {
    const state = this.state.value;
    return state !== null && (state.positionLots !== 0 || this.lists.value.orders.length > 0);
  }

  async start(): Promise<void> {
    this.ended.value = null;
    this.lists.value = NO_LISTS;
    this.#saved = 0;
    this.#id = randomId();
    const status = await this.#player.call((worker) => worker.startPractice());
    this.#fromMs = status.atMs;
  }

  /** Places an order; null for a tap that follows another one too soon. */
  place(intent: PracticeIntent): Promise<PracticeAnswer | null> {
    return this.#once((worker) => worker.placePractice(intent));
  }

  /** Closes the position with a market order; null for a tap that follows another one too soon. */
  close(): Promise<PracticeAnswer | null> {
    return this.#once((worker) => worker.closePractice());
  }

  /** Cancels an order, or all with null. */
  async cancel(id: number | null): Promise<void> {
    await this.#player.call((worker) => worker.cancelPractice(id));
  }

  /** Ends the practice; its trades are in `ended`. */
  async end(): Promise<void> {
    this.#player.pause();
    const { atMs } = await this.#player.call((worker) => worker.endPractice());
    this.ended.value = this.#run(atMs);
    this.state.value = null;
  }

  /** Closes the card of the practice that ended. */
  dismiss(): void {
    this.ended.value = null;
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
    if (!status || !practice || trades.length === this.#saved) return;
    this.#saved = trades.length;
    this.#onTrades(this.#run(status.atMs));
  }

  async #once(act: (worker: PastWorkerClient) => Promise<PracticeReply>): Promise<PracticeAnswer | null> {
    if (this.busy.peek()) return null;
    this.busy.value = true;
    let answer: PracticeAnswer | null = null;
    try {
      await this.#player.call(async (worker) => {
        const reply = await act(worker);
        ({ answer } = reply);
        return reply.status;
      });
    } finally {
      setTimeout(() => {
        this.busy.value = false;
      }, TAP_AGAIN_MS);
    }
    return answer;
  }
}
