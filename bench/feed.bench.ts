// The worker's whole street on recorded markets, from text in to frame out, beside bare JSON.parse of the same text in the same run.
import type { Frame } from '../contract/thread.ts';
import { INDICATORS } from '../workers/indicators/registry.ts';
import { createMarket } from '../workers/market.ts';
import type { FramePort, World, WorldSocket } from '../workers/world.ts';
import { sharedFile } from '../tests/shared.ts';
import type { Row } from './row.ts';
import { type Tape, readTape } from './tape.ts';

const TAPES = ['binance-usdm-BTCUSDT-20240808', 'binance-spot-BTCUSDT-20240808', 'binance-coinm-BTCUSD_PERP-20240808'] as const;
/** Rounds of each, taken in turns; medians are told. */
const ROUNDS = 7;
/** The USD-M tape at this speed is about 11,000 messages a second. */
const SPEED = 40;
const TICK_MS = 16;

/** A worker with every view of a kline page open, whose frames come straight home. */
interface Stand {
  socket: WorldSocket;
  frames: number;
  onFrame: () => void;
}

async function stand(tape: Tape): Promise<Stand> {
  const sockets: WorldSocket[] = [];
  const nothing = (): void => {};
  const world: World = {
    openSocket: () => {
      const socket = { onOpen: nothing, onText: nothing, onClose: nothing, send: nothing, close: nothing };
      sockets.push(socket);
      return socket;
    },
    post: async (url) => ({ code: 0, msg: '', data: url.endsWith('/coin/infos') ? { list: tape.infos } : { list: [] } }),
    nowMs: () => Date.now(),
    stampMs: () => performance.now(),
    // Pings and heartbeats are no part of what is measured.
    after: () => nothing,
    onDisplayTick: (run) => setTimeout(run, TICK_MS),
    hostChart: () => Promise.reject(new Error('nobody draws here')),
    loadIndicators: async () => INDICATORS,
    random: () => 0.5,
  };
  const result: Stand = { socket: { onOpen: nothing, onText: nothing, onClose: nothing, send: nothing, close: nothing }, frames: 0, onFrame: nothing };
  const port: FramePort = {
    onHome: nothing,
    post: ({ no, columns }: Frame) => {
      result.frames++;
      result.onFrame();
      queueMicrotask(() => port.onHome({ no, columns }));
    },
  };
  const market = createMarket(world);
  await market.start({ socketUrl: 'ws://bench', apiBase: 'http://bench', language: 'en-US' }, port);
  const [info] = await market.instruments();
  const coinInfoId = info!.id;
  await market.open(1, { kind: 'book', coinInfoId, depth: tape.depth, interval: 0, groupTicks: 10, rows: 20 });
  await market.open(2, { kind: 'trades', coinInfoId, rows: 50 });
  const indicators = [{ name: 'MA', params: [5, 10, 30, 60] }, { name: 'VOL', params: [5, 10, 20] }];
  await market.open(3, { kind: 'candles', coinInfoId, interval: '1m', indicators });
  await market.open(4, { kind: 'tickers' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  result.socket = sockets[0]!;
  result.socket.onOpen();
  return result;
}

/** Frames come home between blocks of this many messages, as they would between socket events. */
const BLOCK = 256;

async function streetMs(tape: Tape, texts: readonly string[]): Promise<number> {
  const { socket } = await stand(tape);
  const start = performance.now();
  for (let from = 0; from < texts.length; from += BLOCK) {
    const end = Math.min(texts.length, from + BLOCK);
    for (let i = from; i < end; i++) socket.onText(texts[i]!);
    await Promise.resolve();
  }
  return performance.now() - start;
}

function parseMs(texts: readonly string[]): number {
  const start = performance.now();
  let kept = 0;
  for (const text of texts) kept += (JSON.parse(text) as { seq: number }).seq > 0 ? 1 : 0;
  if (kept === 0) throw new Error('the tape says nothing');
  return performance.now() - start;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

async function throughput(name: string, tape: Tape, texts: readonly string[]): Promise<Row> {
  const street: number[] = [];
  const parse: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const parsed = parseMs(texts);
    const took = await streetMs(tape, texts);
    // The first round warms both up.
    if (round > 0) {
      parse.push(parsed);
      street.push(took);
    }
  }
  const [streetMedian, parseMedian] = [quantile(street, 0.5), quantile(parse, 0.5)];
  return {
    name: `whole street, ${name}`, value: (texts.length / streetMedian) * 1000, unit: 'messages/s',
    against: `bare JSON.parse ${Math.round((texts.length / parseMedian) * 1000)}/s`, ratio: parseMedian / streetMedian,
  };
}

/** Plays the tape at SPEED times its pace: from text in to the frame that shows it, and the work in the socket handler alone. */
async function latency(tape: Tape): Promise<Row[]> {
  const place = await stand(tape);
  const waiting: number[] = [];
  const shown: number[] = [];
  const work: number[] = [];
  place.onFrame = () => {
    const now = performance.now();
    for (const at of waiting.splice(0)) shown.push(now - at);
  };
  const first = tape.frames[0]!.t;
  const start = performance.now();
  for (let i = 0; i < tape.frames.length;) {
    const due = first + (performance.now() - start) * 1000 * SPEED;
    for (; i < tape.frames.length && tape.frames[i]!.t <= due; i++) {
      const at = performance.now();
      waiting.push(at);
      place.socket.onText(tape.frames[i]!.text);
      work.push((performance.now() - at) * 1000);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const rate = Math.round((tape.frames.length / (performance.now() - start)) * 1000);
  const at = `at ${rate} messages/s`;
  return [
    { name: `text in to frame out, p50, ${at}`, value: quantile(shown, 0.5), unit: 'ms' },
    { name: `text in to frame out, p99, ${at}`, value: quantile(shown, 0.99), unit: 'ms' },
    { name: 'work a message, p50', value: quantile(work, 0.5), unit: 'us' },
    { name: 'work a message, p99', value: quantile(work, 0.99), unit: 'us' },
  ];
}

export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of TAPES) {
    const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
    if (path === null) continue;
    const tape = readTape(path, { candles: true });
    // Flat strings, as a socket hands them over: not ropes that the first reader has to flatten.
    const texts = tape.frames.map(({ text }) => Buffer.from(text).toString('latin1'));
    rows.push(await throughput(name, tape, texts));
    if (name === TAPES[0]) rows.push(...await latency({ ...tape, frames: tape.frames.map(({ t }, i) => ({ t, text: texts[i]! })) }));
  }
  return rows;
}
