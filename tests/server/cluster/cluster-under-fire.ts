// A whole cluster with users that trade at any gateway, and parts of it that are killed one after another.
import { setTimeout as pause } from 'node:timers/promises';
import type { Launched } from '../../support/server/server-process.ts';
import { callAt } from '../../support/server/server-process.ts';
import type { NatsServers } from '../../support/server/nats.mjs';
import type { TestServer } from '../../support/server/postgres.mjs';
import { type TcpProxy, startTcpProxy } from '../../support/server/tcp-proxy.ts';
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
import { ClusterUsers } from './cluster-users.ts';

/** `stopped`: the leader is halted; `cutOff`: it loses the bus and the database; both come back to a new leader. */
export type Victim = 'engine' | 'gateway' | 'nats' | 'postgres' | 'stopped' | 'cutOff';

/** An engine; where it can be cut off, it reaches the bus and the database over proxies. */
interface Engine extends Launched {
  proxies: TcpProxy[];
}

const BTC = '2';
const MARKETS = ['2', '3', '4'];
/** Longest time that one act is tried. */
const LONGEST_MS = 60_000;
/** A hash takes a 200th of a processor at most: with a slow one, or many accounts, the next one comes later. */
const LONGEST_HASH_MS = 240_000;
/** Calls under way are aborted after 3 s; a machine under load takes its time for the rest. */
const LONGEST_END_MS = 15_000;
const FELLS_LEADER: ReadonlySet<Victim> = new Set(['engine', 'stopped', 'cutOff']);
const READY_CHANCE = 0.8;
/** A blow falls after at most this many answers to users at full speed. */
const MAX_ANSWERS = 20;
/** Answers to users at full speed once an old leader is back: what it has still to say comes within a few. */
const ANSWERS_OF_RETURN = 500;
/** Calls that an old leader gets while it is halted or cut off. */
const STALE_CALLS = 3;

export class ClusterUnderFire {
  readonly users: ClusterUsers;
  readonly #silencesMs = new Map<Victim, number[]>();
  /** Those of them in which the leader fell before a standby followed. */
  readonly earlyMs: number[] = [];
  #launch: Launch;
  readonly #settings: ClusterSettings;
  readonly #nats: NatsServers;
  readonly #postgres: TestServer | null;
  readonly #random: () => number;
  #engines: Engine[] = [];
  #gateways: Node[] = [];
  #stopped = false;
  /** Output of nodes that were killed. */
  #ended = '';

  /** `postgres`: the database's server where it is among the victims. */
  constructor(
    launch: Launch,
    settings: ClusterSettings,
    nats: NatsServers,
    postgres: TestServer | null,
    random: () => number,
  ) {
    this.#launch = launch;
    this.#settings = settings;
    this.#nats = nats;
    this.#postgres = postgres;
    this.#random = random;
    this.users = new ClusterUsers(() => this.#gateways.map(({ url }) => url), random);
  }

  /** `pauseMs`: of each user after an order. */
  async start(gateways: number, users: number, pauseMs = 0): Promise<void> {
    await this.#addEngine();
    await listening(this.#engines[0]!);
    await this.#addEngine();
    for (let at = 0; at < gateways; at += 1) this.#gateways.push(await startGatewayNode(this.#launch, this.#settings));
    await this.settled();
    await this.users.start(users, pauseMs);
  }

  /** Kills a part, and starts it again once the rest goes on. */
  async strike(victim: Victim): Promise<void> {
    // Some leaders fall before their standby follows: the next one then starts from rows.
    if (FELLS_LEADER.has(victim) && this.#random() < READY_CHANCE)
      await this.users.calmUntil(this.#standbyHas(/standby.follows/));
    await this.#fullLoad();
    this.users.longestSilenceMs = 0;
    const isEarly = FELLS_LEADER.has(victim) && !this.#hasStandby(/standby.follows/);
    if (victim === 'engine') await this.#killLeader();
    else if (victim === 'gateway') await this.#killGateway();
    else if (victim === 'nats') await this.#killNats();
    else if (victim === 'stopped' || victim === 'cutOff') await this.#outlive(victim);
    else {
      this.#postgres?.crash();
      this.#postgres?.start();
    }
    await this.settled();
    const silenceMs = Math.round(this.users.longestSilenceMs);
    this.#silencesMs.set(victim, [...(this.#silencesMs.get(victim) ?? []), silenceMs]);
    if (isEarly) this.earlyMs.push(silenceMs);
  }

  /**
   * Replaces every node, one after another, by one of another build, and none before its successor is ready. Returns
   * how long no engine led, ms.
   */
  async upgrade(launch: Launch, isOtherVersion: boolean): Promise<number> {
    this.#launch = launch;
    const standby = await this.#standby();
    await this.#fullLoad();
    standby.child.kill('SIGTERM');
    await standby.ended;
    await this.users.calmUntil(this.#standbyHas(isOtherVersion ? /standby.waiting/ : /standby.follows/));
    const { engine, url } = await this.#leader();
    await this.#fullLoad();
    const from = performance.now();
    engine.child.kill('SIGTERM');
    await engine.ended;
    await this.#leaderUrl(url);
    const withoutLeaderMs = performance.now() - from;
    for (const old of this.#gateways.slice()) {
      const next = await this.users.calmUntil(this.#followingGateway());
      this.#gateways.push(next);
      await this.#fullLoad();
      this.#gateways.splice(this.#gateways.indexOf(old), 1);
      old.child.kill('SIGTERM');
      const tookMs = await old.msToEnd();
      const { code, text } = await old.ended;
      if (tookMs > LONGEST_END_MS) this.users.contradictions.push(`a gateway took ${Math.round(tookMs)} ms to end`);
      this.#ended += text;
      if (code !== 0) this.users.contradictions.push(`a gateway ended with ${code}`);
    }
    await this.settled();
    return withoutLeaderMs;
  }

  /** Prints what was answered, and how long users waited for an answer. */
  report(): void {
    for (const [victim, list] of this.#silencesMs) {
      const sorted = list.toSorted((a, b) => a - b);
      console.log(
        `${victim}: ${list.length} times, longest silence p50 ${sorted[sorted.length >> 1]} ms, max ${sorted.at(-1)} ms`,
      );
    }
    const { commands, reads } = this.users.counts();
    const { warm, cold } = this.leaders();
    console.log(`${commands} commands and ${reads} reads answered; leaders: ${warm} warm, ${cold} from rows`);
  }

  /** Longest time without an answer to any user, ms, of each blow. */
  silencesMs(): Partial<Record<Victim, number[]>> {
    return Object.fromEntries(this.#silencesMs);
  }

  /** Engines that led, with the machine that followed and from rows. */
  leaders(): { warm: number; cold: number } {
    return { warm: this.lines(/"warm":1/).length, cold: this.lines(/"warm":0/).length };
  }

  /**
   * What must not be, once users have stopped: answers that are lost, doubled or contradict each other, and nodes that
   * do not come to the same state hash and books.
   */
  async faults(): Promise<string[]> {
    const faultOf = (agreed: Promise<unknown>): Promise<string[]> =>
      agreed.then(
        () => [],
        (error: unknown) => [error instanceof Error ? error.message : String(error)],
      );
    return [
      ...(await this.users.faults()),
      ...this.users.contradictions,
      ...this.users.contradictoryHistories(),
      ...this.lines(/state_differs/),
      ...(await faultOf(this.#hashesAgree())),
      ...(await faultOf(until('books agree', () => this.#booksAgree()))),
    ];
  }

  /** Resolves when every gateway follows a leader and a user has been answered since. */
  async settled(): Promise<void> {
    for (const { url } of this.#gateways)
      await until('a gateway follows', async () => (await healthOf(url)) === 200, LONGEST_MS);
    const from = performance.now();
    if (this.users.lastAnswerAt > 0)
      await until('a user is answered', () => Promise.resolve(this.users.lastAnswerAt > from), LONGEST_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.users.stop();
  }

  /** Ends all nodes: another cluster may use the same servers then. */
  async end(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#engines, ...this.#gateways].map(kill));
  }

  /** Lines of all nodes' output that match. */
  lines(pattern: RegExp): string[] {
    const texts = [this.#ended, ...[...this.#engines, ...this.#gateways].map(({ text }) => text())];
    return texts.flatMap((text) => text.split('\n')).filter((line) => pattern.test(line));
  }

  /** Resolves when each gateway's state hash after the last answer was compared with the leader's, and equal. */
  async #hashesAgree(): Promise<void> {
    const { data } = await callAt(this.#gateways[0]!.url, '/coin/books', { coinInfoId: BTC });
    for (const { url } of this.#gateways)
      await until(
        'a state hash is compared',
        async () => {
          const text = await (await fetch(`${url}/metrics`)).text();
          return Number(/^exchange_follower_verified_seq (\d+)/m.exec(text)?.[1] ?? -1) > Number(data['seq']);
        },
        LONGEST_HASH_MS,
      );
  }

  /** Whether the leader and all gateways have the same books. */
  async #booksAgree(): Promise<boolean> {
    const urls = [await this.#leaderUrl(), ...this.#gateways.map(({ url }) => url)];
    for (const market of MARKETS) {
      const books = await Promise.all(urls.map((url) => bookOf(url, market)));
      if (books.some((book) => book !== books[0])) return false;
    }
    return true;
  }

  /** Resolves at a random moment at which users act as often as they can, and have been answered since. */
  async #fullLoad(): Promise<void> {
    await this.#answersOf(1 + Math.floor(this.#random() * MAX_ANSWERS));
  }

  /** Resolves after so many more answers to users. */
  async #answersOf(count: number): Promise<void> {
    const end = this.users.answers + count;
    while (this.users.answers < end) {
      const next = Math.min(end, this.users.answers + MAX_ANSWERS);
      await until('users are answered', () => Promise.resolve(this.users.answers >= next), LONGEST_MS);
    }
  }

  async #followingGateway(): Promise<Node> {
    const node = await startGatewayNode(this.#launch, this.#settings);
    await until('the new gateway follows', async () => (await healthOf(node.url)) === 200, LONGEST_MS);
    return node;
  }

  /** Starts an engine, and another one when it ends, as a supervisor does. */
  async #addEngine(): Promise<void> {
    const { settings, proxies } = this.#settings.isProxied
      ? await overProxies(this.#settings)
      : { settings: this.#settings, proxies: [] };
    const engine: Engine = { ...launchEngine(this.#launch, settings), proxies };
    this.#engines.push(engine);
    void engine.ended.then(({ text }) => {
      this.#ended += text;
      for (const proxy of proxies) proxy.close();
      this.#engines.splice(this.#engines.indexOf(engine), 1);
      if (!this.#stopped) void this.#addEngine();
    });
  }

  async #standby(): Promise<Engine> {
    const { engine } = await this.#leader();
    return this.#engines.find((other) => other !== engine)!;
  }

  /** Resolves when the output of an engine that does not lead has such a line. */
  async #standbyHas(line: RegExp): Promise<void> {
    await until(`a standby has ${line}`, () => Promise.resolve(this.#hasStandby(line)), LONGEST_MS);
  }

  #hasStandby(line: RegExp): boolean {
    return this.#engines.some(({ text }) => line.test(text()) && !/engine.leads/.test(text()));
  }

  async #leader(): Promise<{ engine: Engine; url: string }> {
    const url = await this.#leaderUrl();
    const urls = await Promise.all(this.#engines.map(urlOf));
    return { engine: this.#engines[urls.indexOf(url)]!, url };
  }

  async #killLeader(): Promise<void> {
    await kill((await this.#leader()).engine);
    await this.#leaderUrl();
  }

  /** The leader is halted or cut off until another one leads; then it comes back, with calls in its hands. */
  async #outlive(victim: 'stopped' | 'cutOff'): Promise<void> {
    const { engine, url } = await this.#leader();
    if (victim === 'stopped') engine.child.kill('SIGSTOP');
    else for (const proxy of engine.proxies) proxy.pause();
    const early = this.#callStale(url);
    await this.#leaderUrl(url);
    const late = this.#callStale(url);
    if (victim === 'stopped') engine.child.kill('SIGCONT');
    else for (const proxy of engine.proxies) proxy.resume();
    await this.#answersOf(ANSWERS_OF_RETURN);
    // It tries for ten seconds to have the database again.
    const { code } = await this.users.calmUntil(engine.ended);
    if (code !== 1) this.users.contradictions.push(`the old leader ended with ${code}`);
    await Promise.all([early, late]);
  }

  async #callStale(url: string): Promise<void> {
    await Promise.all(Array.from({ length: STALE_CALLS }, () => this.users.callStale(url)));
  }

  async #killGateway(): Promise<void> {
    const at = Math.floor(this.#random() * this.#gateways.length);
    const [lost] = this.#gateways.splice(at, 1);
    await kill(lost!);
    this.#ended += lost!.text();
    this.#gateways.push(await this.users.calmUntil(startGatewayNode(this.#launch, this.#settings)));
  }

  async #killNats(): Promise<void> {
    const at = Math.floor(this.#random() * 3);
    this.#nats.kill(at);
    await pause(300);
    await this.#nats.restart(at);
  }

  /** Address of the engine that leads; `except`: another one than this. */
  async #leaderUrl(except = ''): Promise<string> {
    let leading = '';
    await until(
      'an engine leads',
      async () => {
        const urls = (await Promise.all(this.#engines.map(urlOf))).filter((url) => url !== except);
        const states = await Promise.all(urls.map(async (url) => url !== '' && (await healthOf(url)) === 200));
        leading = urls[states.indexOf(true)] ?? '';
        return leading !== '';
      },
      LONGEST_MS,
    );
    return leading;
  }
}

/** Address of an engine that listens; '' of a standby. */
function urlOf({ url }: Launched): Promise<string> {
  return Promise.race([url, pause(1, '', { ref: false })]);
}

/** The same settings with addresses of proxies in front of the bus and the database. */
async function overProxies(settings: ClusterSettings): Promise<{ settings: ClusterSettings; proxies: TcpProxy[] }> {
  const proxies: TcpProxy[] = [];
  const through = async (address: string): Promise<string> => {
    const url = new URL(address);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    proxies.push(proxy);
    return address.replace(url.host, proxy.address);
  };
  const [natsUrl, databaseUrl] = [await through(settings.natsUrl), await through(settings.databaseUrl)];
  return { settings: { ...settings, natsUrl, databaseUrl }, proxies };
}
