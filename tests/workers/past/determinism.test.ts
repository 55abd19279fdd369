// A replay without a screen: every run of a session has one hash, and a long one costs little CPU.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../core/units/durations.ts';
import type { PastSession } from '../../../workers/past/past-session.ts';
import { Practice } from '../../../workers/practice/practice.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { MARKET, makePast, openPast } from './past-fixture.ts';

/** `PAST_RUNS=1000` and `PAST_HOURS=24` are the full lengths. */
const RUNS = Number(process.env['PAST_RUNS'] ?? 20);
const PRACTICE_RUNS = Math.ceil(RUNS / 4);
const HOURS = Number(process.env['PAST_HOURS'] ?? 1);
const START = Date.UTC(2026, 10, 25);
const MAX_CPU_MS = 10_000;

/** Places orders at fixed times, whatever steps the play makes in between. */
async function practise(session: PastSession, practice: Practice, stepMs: number): Promise<void> {
  const random = seeded(5);
  for (let atMs = session.atMs + 5_000; !session.status.ended; atMs += 5_000) {
    for (let ms = session.atMs + stepMs; ms < atMs; ms += stepMs) await session.playTo(ms);
    await session.playTo(atMs);
    const side = random() < 0.5 ? 'buy' : 'sell';
    const last = session.market.trades.at(-1)!.priceTicks;
    const away = Math.floor(random() * 60);
    const priceTicks = random() < 0.3 ? 0 : side === 'buy' ? last - away : last + away;
    practice.place({ side, priceTicks, lots: 1 + Math.floor(random() * 500) });
    if (random() < 0.2) practice.cancel(null);
  }
}

describe('a headless replay', () => {
  it(`has one hash in ${RUNS} runs of a session`, { timeout: 600_000 }, async () => {
    const past = makePast({ seed: 7, fromMs: START, toMs: START + 600_000 });
    const hashes = new Set<string>();
    for (let run = 0; run < RUNS; run++) {
      const session = await openPast(past.source, START + 120_000, START + HOUR_MS);
      for (let ms = session.atMs; !session.status.ended; ms += 1_000 + 37 * run) await session.playTo(ms);
      hashes.add(session.status.hash);
    }
    expect(hashes.size).toBe(1);
  });

  it(`has one hash and one result in ${PRACTICE_RUNS} runs of a practice`, { timeout: 600_000 }, async () => {
    const past = makePast({ seed: 11, fromMs: START, toMs: START + 600_000 });
    const results = new Set<string>();
    for (let run = 0; run < PRACTICE_RUNS; run++) {
      const session = await openPast(past.source, START + 120_000, START + HOUR_MS);
      const practice = new Practice(MARKET, session.market, () => session.atMs);
      session.market.follower = practice;
      await practise(session, practice, 1_000 + 37 * run);
      practice.end();
      results.add(`${session.status.hash} ${inspect(practice.takeState(), { depth: 4, maxArrayLength: null })}`);
    }
    expect(results.size).toBe(1);
    expect([...results][0]).toContain('isMaker: true');
    expect([...results][0]).toContain('isMaker: false');
  });

  it('is played to the places of a practice again with the same hash and result', async () => {
    const past = makePast({ seed: 13, fromMs: START, toMs: START + 300_000 });
    const open = async () => {
      const session = await openPast(past.source, START + 120_000, START + HOUR_MS);
      const practice = new Practice(MARKET, session.market, () => session.atMs);
      const result = (): string =>
        `${session.status.hash} ${inspect(practice.takeState(), { depth: 4, maxArrayLength: null })}`;
      return { session, practice, result };
    };
    const first = await open();
    const acts: { played: number; atMs: number; act: (practice: Practice) => void }[] = [];
    const random = seeded(3);
    await first.session.playTo(START + 125_000.5);
    const { played, atMs } = first.session.status;
    first.session.market.follower = first.practice;
    for (let at = 0; at < 40; at++) {
      if (random() < 0.5) for (let step = 0; step < 7; step++) await first.session.stepEvent();
      else await first.session.playTo(first.session.atMs + 1_700 * random());
      const last = first.session.market.trades.at(-1)!.priceTicks;
      const side = random() < 0.5 ? 'buy' : 'sell';
      const priceTicks = random() < 0.3 ? 0 : last + (side === 'buy' ? -1 : 1) * Math.floor(random() * 40);
      const lots = 1 + Math.floor(random() * 500);
      const act =
        random() < 0.2
          ? (practice: Practice): void => practice.cancel(null)
          : (practice: Practice): void => void practice.place({ side, priceTicks, lots });
      act(first.practice);
      acts.push({ played: first.session.status.played, atMs: first.session.atMs, act });
    }
    await first.session.playTo(first.session.atMs + 333.3);
    const end = first.session.status;

    const again = await open();
    await again.session.playUntil({ played, atMs });
    again.session.market.follower = again.practice;
    for (const { act, ...place } of acts) {
      await again.session.playUntil(place);
      act(again.practice);
    }
    await again.session.playUntil(end);
    expect(again.session.status.played).toBe(end.played);
    expect(again.result()).toBe(first.result());
    expect(first.practice.takeState().realisedUnits).not.toBe(0n);
  });

  it(`plays ${HOURS} hours of a market in ten seconds of CPU, and with a practice`, { timeout: 600_000 }, async () => {
    const past = makePast({ seed: 9, fromMs: START, toMs: START + HOURS * HOUR_MS, stepMs: 80, pageBlocks: 250 });
    for (const isPractised of [false, true]) {
      const session = await openPast(past.source, START + 60_000, START + 25 * HOUR_MS);
      const practice = new Practice(MARKET, session.market, () => session.atMs);
      if (isPractised) session.market.follower = practice;
      const before = process.cpuUsage();
      if (isPractised) await practise(session, practice, 5_000);
      else await session.playTo(START + 25 * HOUR_MS);
      const { user, system } = process.cpuUsage(before);
      const cpuMs = (user + system) / 1_000;
      console.info(
        `${session.status.played} events${isPractised ? ' and a practice' : ''} in ${cpuMs.toFixed(0)} ms of CPU`,
      );
      expect(session.status.ended).toBe(true);
      expect(cpuMs).toBeLessThan(MAX_CPU_MS);
    }
  });
});
