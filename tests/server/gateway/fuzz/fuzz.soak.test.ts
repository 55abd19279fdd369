// Long fuzz run: 100 000 requests to all calls and 20 000 socket frames; refusals move no money.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { CALLS, type Call, type CallPath, refusalsOf } from '../../../../core/endpoints/endpoints.ts';
import { API_BASE, BODY_LIMIT_BYTES } from '../../../../core/endpoints/http.ts';
import { CONTRACT_CASES } from '../conformance/contract-cases.ts';
import { MARKET_CASES } from '../conformance/market-cases.ts';
import { type Cases, type ConformanceExchange, closeStage, openStage } from '../conformance/conformance-exchange.ts';
import { USER_CASES } from '../conformance/user-cases.ts';
import { WALLET_CASES } from '../conformance/wallet-cases.ts';
import { frame } from './fuzz-frames.ts';
import { type Good, type Request, mutated, wild } from './fuzz-requests.ts';
import { userState } from '../user-state.ts';
import { PASSWORD } from '../../../support/server/running-exchange.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const FRAMES = Number(process.env['FUZZ_FRAMES'] ?? 20_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
/** Requests in one sample; a seed determines the sequence. */
const CHUNK = 5_000;
const CASES: Cases = { ...USER_CASES, ...MARKET_CASES, ...CONTRACT_CASES, ...WALLET_CASES };

let stage: ConformanceExchange;
/** Forms that succeeded once, each with its caller's token. */
const good: Good[] = [];
const tokens: string[] = [];
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => {
  unhandled.push(reason);
};
/** All log lines. */
const logged: string[] = [];

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled).on('uncaughtException', onUnhandled);
  stage = await openStage();
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      logged.push(words.map(String).join(' '));
    });
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
  for (const [path, one] of Object.entries(CASES)) {
    const { form, token = stage.rich.token } = await one.happy(stage);
    const texts = Object.fromEntries(
      Object.entries(form).flatMap(([name, text]) => (text === undefined ? [] : [[name, String(text)]])),
    );
    tokens.push(token);
    good.push([path, texts, tokens.length - 1]);
    if ('clientNo' in texts) good.push([path, { ...texts, clientNo: 'NAME' }, tokens.length - 1]);
  }
});
afterAll(async () => {
  process.off('unhandledRejection', onUnhandled).off('uncaughtException', onUnhandled);
  await closeStage(stage);
});

const answered = new Map<string, number>();
/** Codes outside a call's documented ones, with the request. */
const unlisted = new Map<string, string>();
let made = 0;
let tooLarge = 0;

/** Sends a request and checks what holds for every response; returns whether it was refused. */
async function fire(one: Request): Promise<boolean> {
  const headers: Record<string, string> = { 'content-type': one.type, 'accept-language': one.language };
  if (tokens[one.who]) headers['accesstoken'] = tokens[one.who] ?? '';
  const withBody = one.method !== 'GET' && one.method !== 'HEAD';
  const payload = one.body.replace('NAME', () => `z-${(made += 1)}`);
  const response = await stage.at.exchange.http.inject({
    method: one.method,
    url: API_BASE + one.path,
    headers,
    ...(withBody ? { payload } : {}),
  });
  const summary = `${one.method} ${one.path.slice(0, 80)} ${payload.slice(0, 300)} -> ${response.statusCode} ${response.body.slice(0, 200)}`;
  if (response.statusCode >= 500) throw new Error(summary);
  const {
    'content-security-policy': policy,
    'x-content-type-options': sniff,
    'x-frame-options': frames,
    'referrer-policy': referrer,
  } = response.headers;
  if (
    !String(policy).includes("frame-ancestors 'none'") ||
    String(policy).includes('unsafe') ||
    sniff !== 'nosniff' ||
    frames !== 'DENY' ||
    !referrer
  )
    throw new Error(`headers: ${summary}`);
  if (one.method === 'HEAD' || response.statusCode === 204) return true;
  const { code, msg, ...rest } = JSON.parse(response.body) as { code: number; msg: string; data: unknown };
  if (!Number.isInteger(code) || typeof msg !== 'string' || msg === '' || /[{}]/.test(msg) || !('data' in rest))
    throw new Error(`no envelope: ${summary}`);
  const call: Call | undefined =
    one.method === 'POST' && Object.hasOwn(CALLS, one.path) ? CALLS[one.path as CallPath] : undefined;
  const isTooLarge =
    call &&
    one.type === 'application/x-www-form-urlencoded' &&
    Buffer.byteLength(payload) > (call.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  if (isTooLarge && response.statusCode !== 413) throw new Error(`too large, and taken: ${summary}`);
  if (isTooLarge) tooLarge += 1;
  if (call && code !== 0 && response.statusCode === 200 && !refusalsOf(call).includes(code as never))
    unlisted.set(`${one.path} ${code}`, summary);
  if (code === 1500 || code === 1501 || code === 1503) throw new Error(`our mistake: ${summary}`);
  answered.set(`${code}`, (answered.get(`${code}`) ?? 0) + 1);
  return code !== 0;
}

describe('soak', () => {
  it(`${REQUESTS} requests, one after another (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
    // Half of them are valid except for a field or two.
    const request = fc.oneof(wild, mutated(good, 2));
    let before = userState(stage.at.exchange);
    let refused = 0;
    for (let from = 0; from < REQUESTS; from += CHUNK) {
      for (const one of fc.sample(request, { seed: SEED + from, numRuns: Math.min(CHUNK, REQUESTS - from) })) {
        const wasRefused = await fire(one);
        const after = userState(stage.at.exchange);
        if (wasRefused && after !== before)
          throw new Error(`refused, and something moved: ${one.path} ${one.body.slice(0, 300)}`);
        if (wasRefused) refused += 1;
        before = after;
      }
    }
    console.log(
      `${REQUESTS} requests, ${refused} refused, ${tooLarge} too large; ${[...answered]
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([code, count]) => `${code}: ${count}`)
        .join(', ')}`,
    );
    const sums = new Map<number, bigint>();
    for (const { coinId, available, frozen } of stage.at.exchange.sequencer.machine.allBalances())
      sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
    expect(tooLarge).toBeGreaterThan(0);
    expect(Object.fromEntries(unlisted)).toEqual({});
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    expect(unhandled).toEqual([]);
    expect(logged.filter((line) => [PASSWORD, ...tokens].some((secret) => line.includes(secret)))).toEqual([]);
    expect(logged).toEqual([]);
  });

  it(`${FRAMES} frames on 50 sockets (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
    const before = userState(stage.at.exchange);
    const url = `${stage.at.exchange.address.url.replace('http', 'ws')}mmtb-api/ws`;
    const SOCKETS = 50;
    /** Below the message limit of a second, with one ping. */
    const AT_ONCE = 19;
    let received = 0;
    let closed = 0;
    const talk = async (frames: (string | Uint8Array)[], t: number): Promise<void> => {
      const socket = new WebSocket(url);
      await new Promise((resolve) => socket.once('open', resolve));
      let answered = false;
      const over = new Promise<void>((resolve) => {
        socket.on('close', () => {
          if (!answered) closed += 1;
          resolve();
        });
        socket.on('message', (text) => {
          received += 1;
          const message = JSON.parse(String(text)) as { type: string; code?: number; t?: number };
          if (message.code === 1500 || message.code === 1501) throw new Error(`our mistake: ${JSON.stringify(frames)}`);
          if (message.type !== 'pong' || message.t !== t) return;
          answered = true;
          resolve();
        });
      });
      for (const one of frames) socket.send(one);
      socket.send(JSON.stringify({ type: 'ping', t }));
      await over;
      socket.terminate();
    };
    for (let sent = 0, round = 0; sent < FRAMES; sent += SOCKETS * AT_ONCE, round += 1) {
      const all = fc.sample(frame(tokens), { seed: SEED + round, numRuns: Math.min(SOCKETS * AT_ONCE, FRAMES - sent) });
      await Promise.all(
        Array.from({ length: SOCKETS }, (_, n) =>
          talk(all.slice(n * AT_ONCE, (n + 1) * AT_ONCE), 1 + round * SOCKETS + n),
        ),
      );
    }
    console.log(`${FRAMES} frames: ${received} messages received, ${closed} connections closed by the exchange`);
    expect(received).toBeGreaterThan(FRAMES / 2);
    expect(userState(stage.at.exchange)).toBe(before);
    expect(unhandled).toEqual([]);
    expect(logged).toEqual([]);
    expect((await stage.call('/user/info')).code).toBe(0);
  });
});
