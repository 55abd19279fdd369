// Private channels: changes of a user's orders, positions and balances from committed outcomes.
import { type CoinInfo, type Instrument, USDT_ID, instrumentOf } from '../../../core/instruments/instrument.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { FIRST_USER_UID } from '../../exchange/command.ts';
import type { ContractState } from '../../exchange/contracts/contract-state.ts';
import type { Outcome } from '../../exchange/outcome.ts';
import type { OrderState, Posting } from '../../exchange/event.ts';
import type { MachineQueries } from '../../exchange/machine-queries.ts';
import type { BinaryOptionState } from '../../exchange/binary-options/open-binary-options.ts';
import { TopicMessage } from '../../feed/topics/topic-message.ts';
import { Topic, envelope } from '../../feed/topics/topic.ts';
import type { OrderProof } from '../../services/proofs/settlement-proofs.ts';
import type { CoinBalance } from '../../services/valuation/worth.ts';
import { changedOrders, printAsset } from '../wire/wire-order.ts';
import { printBinaryOption } from '../wire/wire-binary-option.ts';
import { Positions } from './position-updates.ts';

/** Channels that need a session. */
export const PRIVATE_CHANNELS = ['orders', 'positions', 'balances', 'qtOrders', 'notices'] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];

export interface PrivateFeedOptions {
  instruments: CoinInfo[];
  /** Open contracts of a user, current prices, and the balance of the wallet that a posting does not have. */
  machine: Pick<MachineQueries, 'openContracts' | 'mark' | 'market' | 'balance'>;
  now: () => EpochMs;
}

/** One user's channel. `seq` is dense per user and channel while it has subscribers. */
class PrivateTopic extends Topic {
  readonly #channel: PrivateChannel;
  #seq = 0;

  constructor(channel: PrivateChannel, now: () => EpochMs, onEmpty: () => void) {
    super(channel, now, onEmpty);
    this.#channel = channel;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Orders and balances are fetched by calls; the channel publishes changes only. */
  snapshot(): null {
    return null;
  }

  /** `json`: the data. */
  publishChange(ts: EpochMs, pts: EpochMs, json: string): void {
    this.#seq += 1;
    const head = { kind: 'delta', seq: this.#seq, prevSeq: this.#seq - 1, ts, pts } as const;
    this.publish(new TopicMessage(() => envelope(this.#channel, '', head, json)), 'delta');
  }
}

/** What one batch of outcomes changed for one user: the last state of each order and each coin. */
interface Changes {
  ts: EpochMs;
  orders: Map<number, OrderState>;
  contracts: Map<number, ContractState>;
  /** A few at most. */
  coins: CoinBalance[];
  seconds: BinaryOptionState[];
}

export class PrivateFeed {
  readonly #options: PrivateFeedOptions;
  readonly #positions: Positions;
  readonly #instruments = new Map<number, Instrument>();
  /** Channels with subscribers, by user. */
  readonly #topics = new Map<number, Map<PrivateChannel, PrivateTopic>>();

  constructor(options: PrivateFeedOptions) {
    this.#options = options;
    this.#positions = new Positions(options.instruments, options.machine);
    for (const info of options.instruments) if (info.id !== USDT_ID) this.#instruments.set(info.id, instrumentOf(info));
  }

  /** A user's topic; the caller subscribes at once. The caller has checked the session. */
  topic(uid: number, channel: PrivateChannel): Topic {
    const topics = this.#topics.get(uid) ?? new Map<PrivateChannel, PrivateTopic>();
    const known = topics.get(channel);
    if (known) return known;
    const topic = new PrivateTopic(channel, this.#options.now, () => {
      topics.delete(channel);
      if (topics.size === 0) this.#topics.delete(uid);
    });
    topics.set(channel, topic);
    this.#topics.set(uid, topics);
    return topic;
  }

  /** Publishes to subscribed users what committed outcomes changed for them. */
  publishOutcomes(outcomes: readonly Outcome[]): void {
    if (this.#topics.size === 0) return;
    this.#publishRisk(outcomes);
    const users = new Map<number, Changes>();
    for (const { events, ts } of outcomes) {
      for (const event of events) {
        if (event.kind === 'order') this.#changes(users, event.order.uid, ts)?.orders.set(event.order.id, event.order);
        else if (event.kind === 'contract')
          this.#changes(users, event.contract.uid, ts)?.contracts.set(event.contract.id, event.contract);
        else if (event.kind === 'seconds') this.#changes(users, event.order.uid, ts)?.seconds.push(event.order);
        else if (event.kind === 'posting')
          this.#applyPosting(this.#changes(users, event.posting.uid, ts), event.posting);
      }
    }
    for (const [uid, changes] of users) this.#publishChanges(uid, changes);
  }

  /** Publishes a user's notice, and how many are unread. */
  publishNotice(uid: number, notice: { createTime: EpochMs }, unreadNum: number): void {
    this.#topicOf(uid, 'notices')?.publishChange(
      notice.createTime,
      this.#options.now(),
      JSON.stringify({ ...notice, unreadNum }),
    );
  }

  /** Publishes the proof of a settled order to its owner. */
  publishProof({ order, receipt, proof }: OrderProof): void {
    const ts = this.#options.now();
    this.#topicOf(order.uid, 'qtOrders')?.publishChange(
      ts,
      ts,
      JSON.stringify(printBinaryOption(this.#instrument(order), order, ts, receipt, proof)),
    );
  }

  /** A new mark changes the risk of every position in its market: owners receive the changed fields once per mark. */
  #publishRisk(outcomes: readonly Outcome[]): void {
    const moved = new Map<number, EpochMs>();
    for (const { events } of outcomes)
      for (const event of events) if (event.kind === 'mark') moved.set(event.coinInfoId, event.ts);
    if (moved.size === 0) return;
    const pts = this.#options.now();
    for (const [uid, topics] of this.#topics) {
      const topic = topics.get('positions');
      if (!topic) continue;
      const risks = [...moved.keys()].flatMap((coinInfoId) => this.#positions.risks(uid, coinInfoId));
      if (risks.length > 0) topic.publishChange(Math.max(...moved.values()), pts, JSON.stringify(risks));
    }
  }

  #topicOf(uid: number, channel: PrivateChannel): PrivateTopic | undefined {
    return this.#topics.get(uid)?.get(channel);
  }

  /** Null for a user without subscriptions. */
  #changes(users: Map<number, Changes>, uid: number, ts: EpochMs): Changes | null {
    if (uid < FIRST_USER_UID || !this.#topics.has(uid)) return null;
    let changes = users.get(uid);
    if (changes) changes.ts = ts;
    else users.set(uid, (changes = { ts, orders: new Map(), contracts: new Map(), coins: [], seconds: [] }));
    return changes;
  }

  #applyPosting(changes: Changes | null, { uid, wallet, coinId, available, frozen }: Posting): void {
    if (!changes) return;
    let coin = changes.coins.find((known) => known.coinId === coinId);
    if (!coin) changes.coins.push((coin = this.#balance(uid, coinId)));
    if (wallet === 'spot') {
      coin.spot = available;
      coin.spotFrozen = frozen;
    } else {
      coin.contract = available;
      coin.contractFrozen = frozen;
    }
  }

  #balance(uid: number, coinId: number): CoinBalance {
    const spot = this.#options.machine.balance(uid, 'spot', coinId);
    const contract = this.#options.machine.balance(uid, 'contract', coinId);
    return {
      coinId,
      spot: spot.available,
      spotFrozen: spot.frozen,
      contract: contract.available,
      contractFrozen: contract.frozen,
    };
  }

  #publishChanges(uid: number, { ts, orders, contracts, coins, seconds }: Changes): void {
    const pts = this.#options.now();
    const topics = this.#topics.get(uid);
    const topic = topics?.get('orders');
    for (const order of orders.values())
      topic?.publishChange(ts, pts, `{"area":"spot","order":${changedOrders.json(this.#instrument(order), order)}}`);
    for (const contract of contracts.values()) {
      const printed = JSON.stringify(this.#positions.print(contract));
      topic?.publishChange(ts, pts, `{"area":"contract","order":${printed}}`);
      topics?.get('positions')?.publishChange(ts, pts, `[${printed}]`);
    }
    for (const order of seconds)
      topics
        ?.get('qtOrders')
        ?.publishChange(ts, pts, JSON.stringify(printBinaryOption(this.#instrument(order), order, ts)));
    if (coins.length > 0) topics?.get('balances')?.publishChange(ts, pts, JSON.stringify(coins.map(printAsset)));
  }

  #instrument({ id, coinInfoId }: { id: number; coinInfoId: number }): Instrument {
    const instrument = this.#instruments.get(coinInfoId);
    if (!instrument) throw new Error(`order ${id} of an unknown market ${coinInfoId}`);
    return instrument;
  }
}
