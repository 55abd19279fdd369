// Users of a cluster that trade and read at any gateway, and what they were answered.
import { setTimeout as pause } from 'node:timers/promises';
import type { Asset } from '../../../core/endpoints/asset.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { type AccountInput, type AccountOutput, accountModel } from '../../support/exchange/account-history.ts';
import { type Operation, linearizabilityFault } from '../../support/exchange/linearizability.ts';
import { callAt, registered } from '../../support/server/server-process.ts';

/** An order that was answered, by its client number. */
interface Answered {
  user: number;
  id: string;
  cancelled: boolean;
}

const BTC = '2';
const USDT = 1;
/** Longest time that one act is tried. */
const LONGEST_MS = 60_000;
const REQUEST_MS = 6_000;
/** Open orders of a user; with more one is cancelled. */
const MAX_OPEN = 6;
/** Between two reads of a user's open orders and balance. */
const READ_PAUSE_MS = 150;
/** Between two acts or reads of a user while nothing but a node's start goes on: the processor is the node's then. */
const CALM_PAUSE_MS = 250;
/** Orders whose state is read after each act on them. */
const READ_CHANCE = 0.3;
const AMOUNT = '0.0002';

export class ClusterUsers {
  readonly answered = new Map<string, Answered>();
  /** What each user did and read, and when. */
  readonly #histories: Operation<AccountInput, AccountOutput>[][] = [];
  /** Refusals and answers that none of the users may get. */
  readonly contradictions: string[] = [];
  /** Attempts that were not answered with success, and were made again: each call, and why. */
  refusals: string[] = [];
  /** Longest time without an answer to any user, ms, since it was last set to 0. */
  longestSilenceMs = 0;
  lastAnswerAt = 0;
  /** Calls that were answered with success. */
  answers = 0;
  /** Client numbers of calls to an old leader: none of them may exist. */
  readonly #stale: string[] = [];
  readonly #urls: () => string[];
  readonly #random: () => number;
  readonly #tokens: string[] = [];
  #price = '';
  #pauseMs = 0;
  #stopped = false;
  /** Ends the long pauses of a calm time; null: users act as often as they can. */
  #calm: AbortController | null = null;
  #running: Promise<void>[] = [];

  /** `urls`: addresses of the gateways that run now. */
  constructor(urls: () => string[], random: () => number) {
    this.#urls = urls;
    this.#random = random;
  }

  /** Registers users, each of whom trades and reads until `stop`, with this pause after each order. */
  async start(count: number, pauseMs: number): Promise<void> {
    this.#pauseMs = pauseMs;
    const url = this.#urls()[0]!;
    for (let user = 0; user < count; user += 1) this.#tokens.push(await registered(url, `user${user}@example.com`));
    const { data } = await callAt(url, '/coin/ticker', { coinInfoId: BTC });
    this.#price = String(Math.round(Number(data['last']) * 0.93));
    this.lastAnswerAt = performance.now();
    this.#histories.push(...this.#tokens.map(() => []));
    this.#running = this.#tokens.flatMap((_, user) => [this.#trade(user), this.#read(user)]);
    // `stop` rejects with it.
    for (const user of this.#running) user.catch(() => undefined);
  }

  /** Users act rarely while this is waited for, and all of them at once when it is there. */
  async calmUntil<Result>(there: Promise<Result>): Promise<Result> {
    const calm = new AbortController();
    this.#calm = calm;
    try {
      return await there;
    } finally {
      this.#calm = null;
      calm.abort();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  /** Answered commands (orders and cancels), and reads. */
  counts(): { commands: number; reads: number } {
    const all = this.#histories.flat().filter(({ output }) => output !== undefined);
    const commands = all.filter(({ input }) => input.kind === 'place' || input.kind === 'cancel').length;
    return { commands, reads: all.length - commands };
  }

  /** An order at a leader that cannot commit any more: it may not be answered, and not exist later. */
  async callStale(url: string): Promise<void> {
    const clientNo = `s${this.#stale.length}`;
    this.#stale.push(clientNo);
    const answer = await callAt(url, '/coin/order/add', this.#order(clientNo), this.#tokens[0]).catch(() => null);
    if (answer?.code === 0) this.contradictions.push(`an old leader has answered ${clientNo}`);
  }

  /** Answered orders that do not exist exactly once, with the id and the state that was answered. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const [user, token] of this.#tokens.entries()) {
      const seen = new Map<string, string[]>();
      for (const state of ['current', 'history'])
        for (const { clientNo, id } of await this.#orders(token, state))
          seen.set(clientNo, [...(seen.get(clientNo) ?? []), `${id} ${state}`]);
      for (const [clientNo, { user: owner, id, cancelled }] of this.answered) {
        if (owner !== user) continue;
        const found = seen.get(clientNo)?.join() ?? 'none';
        const expected = `${id} ${cancelled ? 'history' : 'current'}`;
        if (found !== expected) faults.push(`${clientNo}: ${found} instead of ${expected}`);
      }
      for (const clientNo of this.#stale) if (seen.has(clientNo)) faults.push(`${clientNo}: of an old leader`);
    }
    return faults;
  }

  /** The first call of each user that cannot be explained by calls one after another. */
  contradictoryHistories(): string[] {
    const costUnits = ((parseMoney(this.#price) ?? 0n) * (parseMoney(AMOUNT) ?? 0n)) / 100_000_000n;
    const model = accountModel(costUnits, parseMoney('10000') ?? 0n);
    return this.#histories.flatMap((history, user) => {
      const fault = linearizabilityFault(history, model);
      return fault === null ? [] : [`user ${user}: ${fault}`];
    });
  }

  #order(clientNo: string): Record<string, string> {
    return { coinInfoId: BTC, side: 'buy', orderType: 'limit', price: this.#price, amount: AMOUNT, clientNo };
  }

  /** Places orders one after another, cancels old ones, and reads their states, each call at any gateway. */
  async #trade(user: number): Promise<void> {
    const open: string[] = [];
    for (let number = 0; !this.#stopped; number += 1) {
      const clientNo = `u${user}-${number}`;
      const placed = await this.#recorded(user, { kind: 'place', clientNo }, async () => {
        const { id } = (await this.#answered(user, '/coin/order/add', this.#order(clientNo))) as { id: string };
        return { id: String(id) };
      });
      this.answered.set(clientNo, { user, id: placed.id, cancelled: false });
      open.push(clientNo);
      await this.#readState(user, clientNo);
      await this.#rest(this.#pauseMs);
      if (open.length <= MAX_OPEN && this.#random() < 0.2) continue;
      const ended = open.splice(Math.floor(this.#random() * open.length), 1)[0]!;
      const order = this.answered.get(ended)!;
      await this.#recorded(user, { kind: 'cancel', clientNo: ended }, async () => {
        await this.#answered(user, '/coin/order/close', { id: order.id, clientNo: `c${ended}` });
        return { id: order.id };
      });
      order.cancelled = true;
      await this.#readState(user, ended);
    }
  }

  async #readState(user: number, clientNo: string): Promise<void> {
    if (this.#random() >= READ_CHANCE) return;
    const { id } = this.answered.get(clientNo)!;
    await this.#recorded(user, { kind: 'state', clientNo }, async () => {
      const { status } = (await this.#answered(user, '/coin/order/query', { id })) as { status: number };
      return { state: status < 3 ? ('open' as const) : ('ended' as const) };
    });
  }

  /** Reads the user's open orders and balance, while the same user trades. */
  async #read(user: number): Promise<void> {
    while (!this.#stopped) {
      await this.#recorded(user, { kind: 'openOrders' }, async () => {
        const form = { state: 'current', pageSize: '100' };
        const { list } = (await this.#answered(user, '/coin/order/list', form)) as { list: { clientNo: string }[] };
        return { open: list.map(({ clientNo }) => clientNo) };
      });
      await this.#recorded(user, { kind: 'balance' }, async () => {
        const { assets } = (await this.#answered(user, '/coin/assets', {})) as { assets: Asset[] };
        const { balanceSpot, balanceSpotFreeze } = assets.find(({ coinInfoId }) => coinInfoId === USDT)!;
        const frozen = parseMoney(balanceSpotFreeze) ?? -1n;
        return { frozen, total: (parseMoney(balanceSpot) ?? -1n) + frozen };
      });
      await this.#rest(READ_PAUSE_MS);
    }
  }

  async #rest(ms: number): Promise<void> {
    if (this.#calm === null) return pause(ms);
    await pause(CALM_PAUSE_MS, undefined, { signal: this.#calm.signal }).catch(() => undefined); // the calm is over
  }

  async #recorded<Output extends AccountOutput>(
    user: number,
    input: AccountInput,
    run: () => Promise<Output>,
  ): Promise<Output> {
    const operation: Operation<AccountInput, AccountOutput> = { input, from: performance.now(), to: Infinity };
    this.#histories[user]!.push(operation);
    const output = await run();
    operation.to = performance.now();
    operation.output = output;
    return output;
  }

  /** Sends a call to any gateway, again under the same client number, until it is answered with success. */
  async #answered(user: number, path: string, form: Record<string, string>): Promise<unknown> {
    const began = performance.now();
    for (;;) {
      const urls = this.#urls();
      const url = urls[Math.floor(this.#random() * urls.length)]!;
      const answer = await Promise.race([
        callAt(url, path, form, this.#tokens[user]).catch((error: Error) => ({ failed: error.cause ?? error })),
        pause(REQUEST_MS, { failed: `no answer in ${REQUEST_MS} ms` }, { ref: false }),
      ]);
      if ('code' in answer && answer.code === 0) {
        this.longestSilenceMs = Math.max(this.longestSilenceMs, performance.now() - this.lastAnswerAt);
        this.lastAnswerAt = performance.now();
        this.answers += 1;
        return answer.data;
      }
      this.refusals.push(`${path}: ${'code' in answer ? answer.code : String(answer.failed)}`);
      // No engine was reached (1500), or none answered (1501). Any other refusal would be wrong here.
      if ('code' in answer && answer.code !== 1500 && answer.code !== 1501)
        this.contradictions.push(`${path} ${JSON.stringify(form)} was refused with ${answer.code}`);
      if (performance.now() - began > LONGEST_MS) throw new Error(`${path} is not answered`);
      await pause(20);
    }
  }

  async #orders(token: string, state: string): Promise<{ clientNo: string; id: string }[]> {
    const found: { clientNo: string; id: string }[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = await callAt(
        this.#urls()[0]!,
        '/coin/order/list',
        { state, page: String(page), pageSize: '100' },
        token,
      );
      const list = data['list'] as unknown as { clientNo: string; id: number | string }[];
      found.push(...list.map(({ clientNo, id }) => ({ clientNo, id: String(id) })));
      if (list.length < 100) return found;
    }
  }
}
