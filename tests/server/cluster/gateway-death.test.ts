// Pages whose gateway dies are live at another one soon, with the same book, and none is logged out.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { PING_MS, RECONNECT_MS } from '../../../core/feed/feed-protocol.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { launcherForFile, registered } from '../../support/server/server-process.ts';
import { SocketCaller } from '../../support/server/socket-caller.ts';
import { databaseWithPast, postgresForFile } from '../../support/server/test-database.ts';
import { type Node, healthOf, kill, launchEngine, listening, startGatewayNode, until } from './cluster-fixture.ts';

const PAGES = Number(process.env['PAGES'] ?? 200);
const USERS = 5;
/** A page whose socket had lasted opens the next one within this random time, as the market-data worker does. */
const SOON_MS = 500;
const BOOK = { channel: 'books', coinInfoId: 2, depth: 20, interval: 100 };

const servers = natsForFile();
const database = postgresForFile();
const launch = launcherForFile();

interface Message {
  type: string;
  code?: number;
  channel?: string;
  kind?: string;
  seq?: number;
}

/** The client of a page: connects, authenticates, reads a book, and comes back when its socket closes. */
class Page {
  /** Time from the loss of the socket to the book and the session at another gateway, ms; NaN before. */
  backAfterMs = NaN;
  isLoggedOut = false;
  /** Highest number of the book that it has had, and the first at the other gateway. */
  lastSeq = 0;
  resumedSeq = NaN;
  readonly #url: () => string;
  readonly #token: string;
  readonly #random: () => number;
  #socket: SocketCaller | null = null;
  #pings: NodeJS.Timeout | undefined;
  #hasBook = false;
  #lostAt = 0;

  constructor(url: () => string, token: string, random: () => number) {
    this.#url = url;
    this.#token = token;
    this.#random = random;
  }

  async connect(): Promise<void> {
    const socket = await SocketCaller.open(this.#url(), this.#token).catch(() => null);
    if (!socket) return this.#again(RECONNECT_MS);
    this.#socket = socket;
    socket.send({ type: 'subscribe', reqId: 1, args: [BOOK] });
    this.#pings = setInterval(() => socket.send({ type: 'ping' }), PING_MS);
    let isAuthenticated = false;
    this.#hasBook = false;
    socket.ws.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (message.type === 'error' && message.code === -1000) this.isLoggedOut = true;
      // The engine was late.
      if (message.type === 'error' && message.code === CODE.busy)
        socket.send({ type: 'auth', accesstoken: this.#token });
      if (message.type === 'auth') isAuthenticated = true;
      if (message.channel === 'books') {
        if (message.kind === 'snapshot' && this.#lostAt > 0 && !this.#hasBook) this.resumedSeq = message.seq ?? 0;
        this.#hasBook = true;
        this.lastSeq = Math.max(this.lastSeq, message.seq ?? 0);
      }
      if (this.#lostAt > 0 && isAuthenticated && this.#hasBook && Number.isNaN(this.backAfterMs))
        this.backAfterMs = performance.now() - this.#lostAt;
    });
    socket.ws.on('close', () => {
      clearInterval(this.#pings);
      this.#hasBook = false;
      this.#lostAt ||= performance.now();
      void this.#again(SOON_MS);
    });
  }

  /** Whether it has a book at its present gateway. */
  get hasBook(): boolean {
    return this.#hasBook;
  }

  /** From now on it counts how it comes back, whatever became of earlier sockets of it. */
  expectLoss(): void {
    this.#lostAt = 0;
    this.backAfterMs = this.resumedSeq = NaN;
  }

  close(): void {
    clearInterval(this.#pings);
    this.#socket?.ws.removeAllListeners('close');
    this.#socket?.ws.terminate();
  }

  async #again(withinMs: number): Promise<void> {
    await pause(withinMs * this.#random());
    await this.connect();
  }
}

it(`${PAGES} pages are live again, and none is logged out`, async ({ skip }) => {
  const settings = {
    natsUrl: servers()?.url ?? skip('no nats-server'),
    databaseUrl: (await databaseWithPast(database() ?? skip('no PostgreSQL at hand'))).where,
    dataDir: dataFolder(onTestFinished),
  };
  await listening(launchEngine(launch, settings));
  const gateways: Node[] = [await startGatewayNode(launch, settings), await startGatewayNode(launch, settings)];
  for (const { url } of gateways) await until('the gateway follows', async () => (await healthOf(url)) === 200);
  const tokens: string[] = [];
  for (let user = 0; user < USERS; user += 1)
    tokens.push(await registered(gateways[1]!.url, `user${user}@example.com`));
  const random = seeded(7);
  const pages = Array.from({ length: PAGES }, (_, at) => new Page(() => gateways[0]!.url, tokens[at % USERS]!, random));
  const elsewhere = new Page(() => gateways.at(-1)!.url, tokens[0]!, random);
  onTestFinished(() => {
    for (const page of [...pages, elsewhere]) page.close();
  });
  for (const page of [...pages, elsewhere]) await page.connect();
  const haveBook = (): Promise<boolean> => Promise.resolve(pages.every(({ hasBook }) => hasBook));
  await until('all pages have the book', haveBook);
  const seqs = pages.map(({ lastSeq }) => lastSeq);
  // A gateway that gets messages later has an older book for a moment.
  await until('the other gateway has it', () => Promise.resolve(elsewhere.lastSeq >= Math.max(...seqs)));
  await until('all pages have the book', haveBook);
  const [lost] = gateways.splice(0, 1);
  for (const page of pages) page.expectLoss();
  await kill(lost!);
  const isBack = ({ backAfterMs }: Page): boolean => !Number.isNaN(backAfterMs);
  await until('all pages are live again', () => Promise.resolve(pages.every(isBack)));
  const times = pages.map(({ backAfterMs }) => backAfterMs).toSorted((a, b) => a - b);
  const share = (part: number): number => Math.round(times[Math.ceil(part * PAGES) - 1]!);
  console.log(`${PAGES} pages live again: p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, max ${share(1)} ms`);
  expect(pages.filter(({ isLoggedOut }) => isLoggedOut).length).toBe(0);
  // One numbering of the book: none goes back at the other gateway.
  expect(pages.filter(({ resumedSeq }, at) => resumedSeq < seqs[at]!)).toEqual([]);
}, 240_000);
