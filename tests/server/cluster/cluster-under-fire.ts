// A whole cluster with users that trade at any gateway, and parts of it that are killed one after another.
import { setTimeout as pause } from 'node:timers/promises';
import type { Launched } from '../../support/server/server-process.ts';
import { callAt, registered } from '../../support/server/server-process.ts';
import type { NatsServers } from '../../support/server/nats.mjs';
import type { TestServer } from '../../support/server/postgres.mjs';
import {
  type ClusterSettings,
  type Launch,
  type Node,
  bookOf,
  healthOf,
  kill,
  launchEngine,
  listening,
  startGatewayNode,
  until,
} from './cluster-fixture.ts';

export type Victim = 'engine' | 'gateway' | 'nats' | 'postgres';

/** An order that was answered, by its client number. */
interface Answered {
  user: number;
  id: string;
  cancelled: boolean;
}

const BTC = '2';
const MARKETS = ['2', '3', '4'];
/** Longest time that one act is tried. */
const LONGEST_MS = 60_000;
const REQUEST_MS = 6_000;

export class ClusterUnderFire {
  readonly answered = new Map<string, Answered>();
  /** What a user read that contradicts what was answered before. */
  readonly contradictions: string[] = [];
  /** Longest time without an answer to any user, ms, since it was last set to 0. */
  longestSilenceMs = 0;
  readonly #launch: Launch;
  readonly #settings: ClusterSettings;
  readonly #nats: NatsServers;
  readonly #postgres: TestServer;
  readonly #random: () => number;
  #engines: Launched[] = [];
  #gateways: Node[] = [];
  #tokens: string[] = [];
  #price = '';
  #stopped = false;
  #lastAnswerAt = 0;
  #writers: Promise<void>[] = [];
  /** Output of nodes that were killed. */
  #ended = '';

  constructor(
    launch: Launch,
    settings: ClusterSettings,
    nats: NatsServers,
    postgres: TestServer,
    random: () => number,
  ) {
    this.#launch = launch;
    this.#settings = settings;
    this.#nats = nats;
    this.#postgres = postgres;
    this.#random = random;
  }

  async start(gateways: number, users: number): Promise<void> {
    this.#addEngine();
    await listening(this.#engines[0]!);
    this.#addEngine();
    for (let at = 0; at < gateways; at += 1) this.#gateways.push(await startGatewayNode(this.#launch, this.#settings));
    await this.settled();
    const { url } = this.#gateways[0]!;
    for (let user = 0; user < users; user += 1) this.#tokens.push(await registered(url, `user${user}@example.com`));
    const { data } = await callAt(url, '/coin/ticker', { coinInfoId: BTC });
    this.#price = String(Math.round(Number(data['last']) * 0.93));
    this.#lastAnswerAt = performance.now();
    this.#writers = this.#tokens.map((_, user) => this.#trade(user));
  }

  /** Kills a part, and starts it again once the rest goes on. Returns how long no user was answered, ms. */
  async strike(victim: Victim): Promise<number> {
    this.longestSilenceMs = 0;
    if (victim === 'engine') await this.#killLeader();
    else if (victim === 'gateway') await this.#killGateway();
    else if (victim === 'nats') await this.#killNats();
    else {
      this.#postgres.crash();
      this.#postgres.start();
    }
    await this.settled();
    return this.longestSilenceMs;
  }

  /** Resolves when every gateway follows a leader and a user has been answered since. */
  async settled(): Promise<void> {
    for (const { url } of this.#gateways)
      await until('a gateway follows', async () => (await healthOf(url)) === 200, LONGEST_MS);
    const from = performance.now();
    if (this.#writers.length > 0)
      await until('a user is answered', () => Promise.resolve(this.#lastAnswerAt > from), LONGEST_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#writers);
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
    }
    return faults;
  }

  /** Whether the leader and all gateways have the same books. */
  async booksAgree(): Promise<boolean> {
    const urls = [await this.#leaderUrl(), ...this.#gateways.map(({ url }) => url)];
    for (const market of MARKETS) {
      const books = await Promise.all(urls.map((url) => bookOf(url, market)));
      if (books.some((book) => book !== books[0])) return false;
    }
    return true;
  }

  /** Lines of all nodes' output that match. */
  lines(pattern: RegExp): string[] {
    const texts = [this.#ended, ...[...this.#engines, ...this.#gateways].map(({ text }) => text())];
    return texts.flatMap((text) => text.split('\n')).filter((line) => pattern.test(line));
  }

  /** Starts an engine, and another one when it ends, as a supervisor does. */
  #addEngine(): void {
    const engine = launchEngine(this.#launch, this.#settings);
    this.#engines.push(engine);
    void engine.ended.then(({ text }) => {
      this.#ended += text;
      this.#engines.splice(this.#engines.indexOf(engine), 1);
      if (!this.#stopped) this.#addEngine();
    });
  }

  async #killLeader(): Promise<void> {
    const leading = await this.#leaderUrl();
    const urls = await Promise.all(this.#engines.map(urlOf));
    await kill(this.#engines[urls.indexOf(leading)]!);
    await this.#leaderUrl();
  }

  async #killGateway(): Promise<void> {
    const at = Math.floor(this.#random() * this.#gateways.length);
    const [lost] = this.#gateways.splice(at, 1);
    await kill(lost!);
    this.#ended += lost!.text();
    this.#gateways.push(await startGatewayNode(this.#launch, this.#settings));
  }

  async #killNats(): Promise<void> {
    const at = Math.floor(this.#random() * 3);
    this.#nats.kill(at);
    await pause(300);
    await this.#nats.restart(at);
  }

  /** Address of the engine that leads. */
  async #leaderUrl(): Promise<string> {
    let leading = '';
    await until(
      'an engine leads',
      async () => {
        const urls = await Promise.all(this.#engines.map(urlOf));
        const states = await Promise.all(urls.map(async (url) => url !== '' && (await healthOf(url)) === 200));
        leading = urls[states.indexOf(true)] ?? '';
        return leading !== '';
      },
      LONGEST_MS,
    );
    return leading;
  }

  /** Places orders one after another, cancels some, and reads each at another gateway. */
  async #trade(user: number): Promise<void> {
    for (let number = 0; !this.#stopped; number += 1) {
      const clientNo = `u${user}-${number}`;
      const form = { coinInfoId: BTC, side: 'buy', orderType: 'limit', price: this.#price, amount: '0.0002', clientNo };
      const { id } = (await this.#answered(user, '/coin/order/add', form)) as { id: string };
      const order: Answered = { user, id: String(id), cancelled: false };
      this.answered.set(clientNo, order);
      await this.#check(user, order, 'current');
      if (this.#random() < 0.8) {
        await this.#answered(user, '/coin/order/close', { id: order.id, clientNo: `c${clientNo}` });
        order.cancelled = true;
        await this.#check(user, order, 'history');
      }
    }
  }

  /** What was answered is read at any gateway from then on. */
  async #check(user: number, order: Answered, expected: 'current' | 'history'): Promise<void> {
    const { status } = (await this.#answered(user, '/coin/order/query', { id: order.id })) as { status: number };
    const state = status < 3 ? 'current' : 'history';
    if (state !== expected)
      this.contradictions.push(`order ${order.id} is ${state} (${status}) after it was ${expected}`);
  }

  /** Sends a call to any gateway, again under the same client number, until it is answered with success. */
  async #answered(user: number, path: string, form: Record<string, string>): Promise<unknown> {
    const began = performance.now();
    for (;;) {
      const { url } = this.#gateways[Math.floor(this.#random() * this.#gateways.length)]!;
      const answer = await Promise.race([
        callAt(url, path, form, this.#tokens[user]).catch(() => null),
        pause(REQUEST_MS, null, { ref: false }),
      ]);
      if (answer?.code === 0) {
        this.longestSilenceMs = Math.max(this.longestSilenceMs, performance.now() - this.#lastAnswerAt);
        this.#lastAnswerAt = performance.now();
        return answer.data;
      }
      // 1500: no engine was reached, nothing is known. Any other refusal would be wrong here.
      if (answer && answer.code !== 1500)
        this.contradictions.push(`${path} ${JSON.stringify(form)} was refused with ${answer.code}`);
      if (performance.now() - began > LONGEST_MS) throw new Error(`${path} is not answered`);
      await pause(20);
    }
  }

  async #orders(token: string, state: string): Promise<{ clientNo: string; id: string }[]> {
    const found: { clientNo: string; id: string }[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = await callAt(
        this.#gateways[0]!.url,
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

/** Address of an engine that listens; '' of a standby. */
function urlOf({ url }: Launched): Promise<string> {
  return Promise.race([url, pause(1, '', { ref: false })]);
}
