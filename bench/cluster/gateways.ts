// What a message to a socket costs with one, two and three gateways, and how much later than the engine they send it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PING_MS } from '../../core/feed/feed-protocol.ts';
import { LISTED_INSTRUMENTS } from '../../server/simulation/listed-instruments.ts';
import { ROOT } from '../../tests/support/data/shared-file.ts';
import { openBareSocket, textFrame } from '../harness/bare-socket.mjs';
import { formed } from '../harness/quick.ts';
import { type Row, quantile } from '../harness/row.ts';

/** Sockets at each gateway, and what each of them reads: messages come as the bots of all markets make them. */
const SOCKETS = 400;
const MARKETS = [2, 3, 4, 5];
const WINDOW_MS = formed(10_000, 3_000);
/** Books of a node are read for this long: of forex few come at a weekend. */
const HOP_MS = formed(60_000, 8_000);
/** Hellos and first books are over by then. */
const SETTLE_MS = 2_000;

interface Counts {
  cpuMicros: number;
  messages: number;
}

/** Processor time and messages to sockets of a gateway since its start. */
async function countsOf(url: string): Promise<Counts> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    cpuMicros: figure('process_cpu_seconds_total') * 1e6,
    messages: figure('exchange_socket_messages_total'),
  };
}

async function spent(urls: readonly string[]): Promise<Counts> {
  const before = await Promise.all(urls.map(countsOf));
  await pause(WINDOW_MS);
  const after = await Promise.all(urls.map(countsOf));
  const sum = (name: keyof Counts): number =>
    after.reduce((all, counts, at) => all + counts[name] - before[at]![name], 0);
  return { cpuMicros: sum('cpuMicros'), messages: sum('messages') };
}

const book = (coinInfoId: number): object => ({ channel: 'books', coinInfoId, depth: 20, interval: 0 });

async function ask(clients: ChildProcess, message: object): Promise<void> {
  const answer = once(clients, 'message');
  clients.send(message);
  await answer;
}

const open = (clients: ChildProcess, url: string): Promise<void> =>
  ask(clients, { action: 'open', port: Number(new URL(url).port), count: SOCKETS, args: MARKETS.map(book) });

/** CPU of all gateways for a message, with sockets at one, two and all of them; following is taken out. */
async function perMessage(gateways: readonly string[]): Promise<Row[]> {
  const clients = fork(join(ROOT, 'bench/sockets/socket-clients.mjs'));
  try {
    // The code of each is compiled before it is measured.
    for (const url of gateways) await open(clients, url);
    await pause(SETTLE_MS + WINDOW_MS);
    await ask(clients, { action: 'hangUp' });
    await pause(SETTLE_MS);
    const idle = await spent(gateways);
    const following = idle.cpuMicros / gateways.length;
    const micros: number[] = [];
    for (let count = 1; count <= gateways.length; count += 1) {
      await open(clients, gateways[count - 1]!);
      await pause(SETTLE_MS);
      const { cpuMicros, messages } = await spent(gateways.slice(0, count));
      micros.push((cpuMicros - count * following) / messages);
    }
    return micros.map((value, at) => ({
      name: `CPU of a message to a socket, ${at + 1} gateway${at === 0 ? '' : 's'} with ${SOCKETS} sockets each`,
      value,
      unit: 'us',
      ...(at > 0 && { against: `one gateway ${micros[0]!.toFixed(1)} us, limit 10 % more`, ratio: micros[0]! / value }),
    }));
  } finally {
    clients.disconnect();
  }
}

/** When the books of all markets came from a node, by market and number. */
async function timesOf(url: string, times: Map<string, number>): Promise<() => void> {
  const markets = LISTED_INSTRUMENTS.filter(({ pair }) => pair !== '');
  const socket = await openBareSocket(
    Number(new URL(url).port),
    [{ type: 'subscribe', reqId: 1, args: markets.map(({ id }) => book(id)) }],
    (buffer, from, to) => {
      const at = performance.now();
      const text = buffer.toString('latin1', from, to);
      const [, market] = /"coinInfoId":(\d+)/.exec(text) ?? [];
      const [, seq] = /"seq":(\d+)/.exec(text) ?? [];
      if (market && seq) times.set(`${market} ${seq}`, at);
    },
  );
  // A client that sends nothing is closed after 30 s.
  const pings = setInterval(() => socket.write(textFrame({ type: 'ping' })), PING_MS);
  return () => {
    clearInterval(pings);
    socket.destroy();
  };
}

/** From a book's message of the engine to that of a gateway, at one and the same client. */
async function hop(engine: string, gateway: string): Promise<Row[]> {
  const [first, second] = [new Map<string, number>(), new Map<string, number>()];
  const closes = [await timesOf(engine, first), await timesOf(gateway, second)];
  await pause(HOP_MS);
  for (const close of closes) close();
  const later = [...second].flatMap(([name, at]) => (first.has(name) ? [at - first.get(name)!] : []));
  const load = loadavg()[0]!.toFixed(0);
  return [0.5, 0.99].map((share) => ({
    name: `a book at a gateway later than at the engine, p${share * 100} of ${later.length}, load ${load}`,
    value: quantile(later, share),
    unit: 'ms',
    ...(share > 0.5 && { against: 'limit 5 ms' }),
  }));
}

/**
 * `engine` leads; the gateways follow it. Books come last: in the first 20 s the threads that compile the code of all
 * nodes keep two cores busy for milliseconds at a time.
 */
export async function ofGateways(engine: string, gateways: readonly string[]): Promise<Row[]> {
  const messages = await perMessage(gateways);
  return [...(await hop(engine, gateways[0]!)), ...messages];
}
