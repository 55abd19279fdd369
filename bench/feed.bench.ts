// The feed under load: the worker's whole pipeline, message in to frame out, on both wires, beside bare JSON.parse in
// the same run; then the real page in a browser.
import { hasBrowser } from '../tests/support/browser/browser-path.ts';
import { sharedFile } from '../tests/support/data/shared-file.ts';
import { mergeRows } from './book.bench.ts';
import { inBrowser } from './feed/in-browser.ts';
import { type Load, JOINED, loadOf } from './feed/load.ts';
import { plot, publishTable } from './feed/plot.ts';
import { rateRows } from './feed/rates.ts';
import { stand } from './feed/worker-harness.ts';
import { synthetic } from './feed/synthetic.ts';
import { QUICK, formed } from './harness/quick.ts';
import { type Row, median, quantile } from './harness/row.ts';
import { type Tape, readTape } from './harness/recorded-tape.ts';
import { processCpuMs } from './harness/process-cpu.ts';

const TAPES = [
  'binance-usdm-BTCUSDT-20240808',
  'binance-spot-BTCUSDT-20240808',
  'binance-coinm-BTCUSD_PERP-20240808',
  'kraken-spot-multi-20210405',
  'okx-multi-20220227',
] as const;
/** Rounds of each, alternating; medians are reported. A short tape is played more often, so that it is warm. */
const ROUNDS = formed(7, 2);
const MIN_MESSAGES = formed(200_000, 10_000);
/** The USD-M tape at this speed is about 11,000 messages a second. */
const SPEED = 40;
/** Tape of the merge beside its peers; `npm run bench -- book` has more. */
const MERGED = 'binance-coinm-BTCUSD_PERP-20240808';
/** Messages of the made market. */
const SYNTHETIC = 200_000;
/** Goals: the pipeline's share of bare JSON.parse. */
const JSON_GOAL = 0.7;
const PACKED_GOAL = 1.5;

/** Frames come home between blocks of this many messages, as they would between socket events. */
const BLOCK = 256;

/** CPU time of one whole load through a fresh worker. */
async function pipelineMs(load: Load, wire: 'texts' | 'packed' | 'joined'): Promise<number> {
  const { socket } = await stand(load.tape);
  const messages: readonly (string | ArrayBuffer)[] = load[wire];
  const start = processCpuMs();
  for (let from = 0; from < messages.length; from += BLOCK) {
    const end = Math.min(messages.length, from + BLOCK);
    if (wire === 'texts') for (let i = from; i < end; i++) socket.onText(messages[i] as string);
    else for (let i = from; i < end; i++) socket.onBytes(messages[i] as ArrayBuffer);
    await Promise.resolve();
  }
  return processCpuMs() - start;
}

function parseMs(texts: readonly string[]): number {
  const start = processCpuMs();
  let checked = 0;
  for (const text of texts) checked += (JSON.parse(text) as { seq: number }).seq > 0 ? 1 : 0;
  if (checked === 0) throw new Error('the tape says nothing');
  return processCpuMs() - start;
}

async function throughput(name: string, load: Load): Promise<Row[]> {
  const times = { parse: [] as number[], texts: [] as number[], packed: [] as number[], joined: [] as number[] };
  const rounds = Math.max(ROUNDS, Math.ceil(MIN_MESSAGES / load.count));
  for (let round = -Math.ceil(rounds / ROUNDS); round < rounds; round++) {
    const took = {
      parse: parseMs(load.texts),
      texts: await pipelineMs(load, 'texts'),
      packed: await pipelineMs(load, 'packed'),
      joined: await pipelineMs(load, 'joined'),
    };
    // The first rounds warm all up.
    if (round >= 0) for (const [key, ms] of Object.entries(took)) times[key as keyof typeof times].push(ms);
  }
  const parse = median(times.parse);
  const rate = (ms: number): number => (load.count / ms) * 1000;
  const row = (wire: string, values: number[], goal: number): Row => ({
    name: `whole pipeline, ${name}, ${wire}`,
    value: rate(median(values)),
    unit: 'messages/CPU s',
    against: `bare JSON.parse ${Math.round(rate(parse))}/s (goal ${goal})`,
    ratio: parse / median(values),
  });
  return [
    row('JSON', times.texts, JSON_GOAL),
    row('msgpack', times.packed, PACKED_GOAL),
    row(`msgpack, ${JOINED} frames a message`, times.joined, PACKED_GOAL),
    {
      name: `bytes a message, ${name}, msgpack`,
      value: load.packedBytes / load.count,
      unit: 'bytes',
      against: `JSON ${Math.round(load.textBytes / load.count)}`,
      ratio: load.textBytes / load.packedBytes,
    },
  ];
}

/**
 * Plays the tape at SPEED times its pace: from text in to the frame that shows it, and the work in the socket handler
 * alone.
 */
async function latency(load: Load, frames: Tape['frames']): Promise<Row[]> {
  const place = await stand(load.tape);
  const waiting: number[] = [];
  const shown: number[] = [];
  const work: number[] = [];
  place.onFrame = () => {
    const now = performance.now();
    for (const at of waiting.splice(0)) shown.push(now - at);
  };
  const first = frames[0]!.t;
  const start = performance.now();
  for (let i = 0; i < frames.length;) {
    const due = first + (performance.now() - start) * 1000 * SPEED;
    for (; i < frames.length && frames[i]!.t <= due; i++) {
      const at = performance.now();
      waiting.push(at);
      place.socket.onText(load.texts[i]!);
      work.push((performance.now() - at) * 1000);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const at = `at ${Math.round((frames.length / (performance.now() - start)) * 1000)} messages/s`;
  return [
    { name: `text in to frame out, p50, ${at}`, value: quantile(shown, 0.5), unit: 'ms' },
    { name: `text in to frame out, p99, ${at}`, value: quantile(shown, 0.99), unit: 'ms' },
    { name: 'work a message, p50', value: quantile(work, 0.5), unit: 'us' },
    { name: 'work a message, p99', value: quantile(work, 0.99), unit: 'us' },
  ];
}

async function inNode(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of TAPES) {
    const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
    if (path === null) continue;
    const tape = readTape(path, { candles: true });
    const load = loadOf(
      tape,
      tape.frames.map(({ text }) => text),
    );
    rows.push(...(await throughput(name, load)));
    if (name === TAPES[0]) rows.push(...(await latency(load, tape.frames)));
  }
  const { tape, texts } = synthetic(SYNTHETIC);
  const made = loadOf(tape, texts);
  rows.push(...(await throughput('a made market', made)), ...(await rateRows(made)), ...mergeRows([MERGED]));
  return rows;
}

/** FEED_ONLY=node: the worker alone; FEED_ONLY=page: the page in a browser alone. */
export async function run(): Promise<Row[]> {
  const only = process.env['FEED_ONLY'];
  return [...(only === 'page' ? [] : await inNode()), ...(only === 'node' ? [] : await inPage())];
}

/** Returns nothing without a browser, and logs that. */
async function inPage(): Promise<Row[]> {
  if (!hasBrowser) return [];
  const { rows, all } = await inBrowser();
  plot(all);
  if (!QUICK) publishTable(all);
  return rows;
}
