// A machine whose clock jumps or sleeps: monotonic stamps, no binary options until it is sane.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CODE } from '../../core/errors/errors.ts';
import { DAY_MS } from '../../core/units/durations.ts';
import { MAX_JUMP_MS, SteadyClock } from '../../server/bootstrap/steady-clock.ts';
import { archiveCommand } from '../../server/cli/archive-command.ts';
import { startRunning, WITH_ARCHIVE } from '../support/server/running-exchange.ts';
import { chance } from '../support/data/random-source.ts';

const SEED = Number(process.env['CLOCK_SEED'] ?? Date.now() % 1_000_000);
const T0 = 1_800_000_000_000;

const lineOf = (event: string, fields: Readonly<Record<string, number>> = {}): string =>
  [event, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(' ');

/** A machine whose clocks the test sets. */
function machine(awakeMs: number | null = 0) {
  const at = { wallMs: T0, monotonicMs: 5_000, awakeMs, lines: [] as string[] };
  const clock = new SteadyClock({
    wall: () => at.wallMs,
    monotonic: () => at.monotonicMs,
    awake: () => at.awakeMs,
    log: (event, fields) => {
      at.lines.push(lineOf(event, fields));
    },
  });
  const pass = (ms: number): void => {
    at.wallMs += ms;
    at.monotonicMs += ms;
    if (at.awakeMs !== null) at.awakeMs += ms;
  };
  return { at, clock, pass };
}

describe("the exchange's time", () => {
  it("is the machine's, also after small corrections, and never decreases", () => {
    const { at, clock, pass } = machine();
    expect(clock.now()).toBe(T0);
    pass(1_000);
    at.wallMs += 1_500;
    expect(clock.now()).toBe(T0 + 2_500);
    at.wallMs -= 1_000;
    expect(clock.now()).toBe(T0 + 2_500);
    pass(1_001);
    expect(clock.now()).toBe(T0 + 2_501);
    expect([clock.aheadMs(), at.lines]).toEqual([0, []]);
  });

  it.each([
    ['ahead', DAY_MS],
    ['behind', -DAY_MS],
    ['just ahead', MAX_JUMP_MS + 1],
    ['just behind', -MAX_JUMP_MS - 1],
  ])('goes on by itself when the clock jumps %s, says so once, and is sane when it jumps back', (_name, jumpMs) => {
    const { at, clock, pass } = machine();
    clock.now();
    pass(1_000);
    at.wallMs += jumpMs;
    // As the system's has fractions.
    at.monotonicMs += 0.25;
    for (let step = 1; step <= 50; step += 1) {
      pass(100);
      expect(clock.now()).toBe(T0 + 1_000 + step * 100);
    }
    expect(clock.aheadMs()).toBe(jumpMs);
    expect(at.lines).toHaveLength(1);
    expect(at.lines[0]).toMatch(jumpMs > 0 ? /^clock\.jumped aheadMs=\d/ : /^clock\.jumped aheadMs=-/);
    at.wallMs -= jumpMs;
    expect(clock.now()).toBe(T0 + 6_000);
    expect([clock.aheadMs(), at.lines.length]).toEqual([0, 2]);
  });

  it("is the machine's after sleep, where a clock distinguishes sleep from a jump", () => {
    const { at, clock, pass } = machine();
    clock.now();
    pass(2_000);
    clock.now();
    [at.wallMs, at.awakeMs] = [at.wallMs + 8 * 3_600_000, at.awakeMs! + 8 * 3_600_000];
    expect(clock.now()).toBe(T0 + 2_000 + 8 * 3_600_000);
    expect(clock.aheadMs()).toBe(0);
    expect(at.lines).toEqual(['clock.slept sleptMs=28800000']);
    at.wallMs += DAY_MS;
    expect(clock.now()).toBe(T0 + 2_000 + 8 * 3_600_000);
    expect(clock.aheadMs()).toBe(DAY_MS);
  });

  it("continues after the last stamp of an earlier process, also when the machine's clock is behind", () => {
    const { at, clock, pass } = machine(null);
    clock.startFrom(T0 + DAY_MS);
    expect(clock.now()).toBe(T0 + DAY_MS);
    pass(3_000);
    expect(clock.now()).toBe(T0 + DAY_MS + 3_000);
    expect(clock.aheadMs()).toBe(-DAY_MS);
    expect(at.lines).toHaveLength(1);
  });

  it(`stays within a jump of the monotonic clock, and never decreases, for any change (seed ${SEED})`, () => {
    const draw = chance(SEED);
    const { at, clock, pass } = machine();
    let last = clock.now();
    for (let step = 0; step < 20_000; step += 1) {
      const passed = draw.below(200);
      pass(passed);
      if (draw.below(20) === 0) at.wallMs += draw.pick([1, -1]) * (MAX_JUMP_MS + 1 + draw.below(10 * DAY_MS));
      else if (draw.below(10) === 0) at.wallMs = last + passed;
      const now = clock.now();
      expect(now).toBeGreaterThanOrEqual(last);
      expect(now - last).toBeLessThanOrEqual(passed + MAX_JUMP_MS);
      last = now;
    }
  });
});

describe('an exchange on a machine whose clock jumps', () => {
  it('S16: stamps nothing ahead of time, and refuses only binary options meanwhile', { timeout: 240_000 }, async () => {
    const lines: string[] = [];
    let jumpMs = 0;
    const clock = new SteadyClock({
      wall: () => Date.now() + jumpMs,
      awake: () => null,
      log: (event, fields) => {
        lines.push(lineOf(event, fields));
      },
    });
    const at = await startRunning({}, { clock });
    const { token } = await at.user('jump@example.com');
    const stake = (clientNo: string) =>
      at.call('/qt/contract/add', { coinInfoId: 2, direction: 'up', period: 30, amount: '10', clientNo }, token);
    const healthz = async () =>
      JSON.parse((await at.exchange.http.inject({ method: 'GET', url: '/healthz' })).body) as {
        code: number;
        data: { clockAheadMs: number };
      };
    expect((await stake('before')).code).toBe(0);
    for (const [round, jump] of [DAY_MS, -DAY_MS].entries()) {
      jumpMs = jump;
      const beforeMs = Date.now();
      expect((await stake(`in${round}`)).code).toBe(CODE.maintenance);
      // A repeated request still gets its earlier answer.
      expect((await stake('before')).code).toBe(0);
      const last = Number((await at.call('/coin/ticker', { coinInfoId: 2 })).data.last);
      const order = await at.call(
        '/coin/order/add',
        {
          coinInfoId: 2,
          side: 'buy',
          orderType: 'limit',
          price: (last * 0.92).toFixed(1),
          amount: '0.001',
          clientNo: `spot${round}`,
        },
        token,
      );
      expect(order.code).toBe(0);
      const [listed] = (await at.call('/coin/order/list', { state: 'current' }, token)).data.list;
      expect(listed.createTime).toBeGreaterThan(beforeMs - 5_000);
      expect(listed.createTime).toBeLessThan(Date.now() + 5_000);
      expect((await healthz()).data.clockAheadMs).toBeCloseTo(jump, -3);
      jumpMs = 0;
      expect((await healthz()).data.clockAheadMs).toBe(0);
      expect((await stake(`after${round}`)).code).toBe(0);
    }
    expect(lines.filter((line) => line.startsWith('clock.jumped'))).toHaveLength(2);
    await at.stop();
  });

  it('S16: goes on where it was when it is set back, over a restart too', { timeout: 240_000 }, async () => {
    let setBackMs = 0;
    let passedMs = 0;
    const newClock = () =>
      new SteadyClock({
        wall: () => Date.now() + passedMs - setBackMs,
        monotonic: () => performance.now() + passedMs,
        awake: () => null,
        log: () => undefined,
      });
    const folder = mkdtempSync(join(tmpdir(), 'defi-clock-back-'));
    let clock = newClock();
    const start = () => startRunning({ ...WITH_ARCHIVE, DATA_DIR: folder }, { clock });
    let at = await start();
    const { token } = await at.user('back@example.com');
    const stake = { coinInfoId: 2, direction: 'up', period: 30, amount: '10', clientNo: 'back' };
    expect((await at.call('/qt/contract/add', stake, token)).code).toBe(0);
    const newestCandle = async (): Promise<number> =>
      (await at.call('/coin/candles', { coinInfoId: 2, period: '1m', limit: 1 })).data.list.at(-1)[0];
    /** When the market changed last, of what is stored. */
    const storedMs = async (atMs: number): Promise<number> =>
      (await at.call('/coin/events', { coinInfoId: 2, startTime: atMs, endTime: atMs + 1 })).data.lastTime;
    /**
     * The newest candle, and the past book of this moment, which is there as soon as it is over; after a restart only
     * up to the last change before it, so one is waited for.
     */
    const seen = async (): Promise<{ nowMs: number; candle: number }> => {
      const nowMs = clock.now();
      const past = async () => (await at.call('/coin/books', { coinInfoId: 2, time: nowMs })).code;
      await vi.waitFor(async () => expect(await past()).toBe(0), { timeout: 30_000 });
      await vi.waitFor(async () => expect(await storedMs(nowMs)).toBeGreaterThan(nowMs), { timeout: 30_000 });
      return { nowMs, candle: await newestCandle() };
    };
    const before = await seen();
    setBackMs = DAY_MS;
    const after = await seen();
    // Longer than a candle; the option's life is 30 ticks, not 30 seconds (S9).
    passedMs += 61_000;
    await vi.waitFor(
      async () => {
        const { data } = await at.call('/qt/contract/order/list', { state: 'history' }, token);
        expect(data.list).toHaveLength(1);
      },
      { timeout: 90_000, interval: 500 },
    );
    await vi.waitFor(async () => expect(await newestCandle()).toBeGreaterThan(before.candle), { timeout: 30_000 });
    const later = await seen();
    await at.exchange.close();
    clock = newClock();
    at = await start();
    const again = await seen();
    const times = [before, after, later, again];
    expect(times.map(({ nowMs }) => nowMs)).toEqual(times.map(({ nowMs }) => nowMs).toSorted());
    expect(times.map(({ candle }) => candle)).toEqual(times.map(({ candle }) => candle).toSorted());
    expect(again.nowMs - before.nowMs).toBeLessThan(DAY_MS / 2);
    // The session is as valid as before, and what was known of the past is known.
    expect((await at.call('/qt/contract/order/list', { state: 'history' }, token)).data.list).toHaveLength(1);
    for (const { nowMs } of times) expect((await at.call('/coin/books', { coinInfoId: 2, time: nowMs })).code).toBe(0);
    await at.exchange.close();
    expect((await archiveCommand(['verify'], { DATA_DIR: folder })).join()).toContain('chained without a fault');
    rmSync(folder, { recursive: true });
  });
});
