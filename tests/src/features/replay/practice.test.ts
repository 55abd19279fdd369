// @vitest-environment happy-dom
// The page's side of a practice: one order for a double tap, trades for the journal, files and statistics.
import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import type { PracticeTrade } from '../../../../core/practice/practice-result.ts';
import type { PastStatus } from '../../../../core/worker-protocol/past-protocol.ts';
import type { PastWorkerClient } from '../../../../src/api/past-worker.ts';
import { journalCsv, journalJson, tagStatistics } from '../../../../src/features/replay/practice/journal-file.ts';
import { PracticeController } from '../../../../src/features/replay/practice/practice-controller.ts';
import { storedPractice } from '../../../../src/features/replay/practice/practice-record.ts';
import { type JournalEntry, tagsOf } from '../../../../src/stores/device/practice-journal.ts';
import { MARKET } from '../../../workers/past/past-fixture.ts';

const trade = (netUnits: bigint): PracticeTrade => ({
  side: 'sell',
  openedMs: 1_000,
  closedMs: 2_000,
  lots: 5_000,
  entryTicks: 6_700_000,
  exitTicks: 6_690_000,
  netUnits,
  feeUnits: 3n,
  worstUnits: -7n,
  bestUnits: 20n,
  isValued: false,
});

function statusOf(trades: PracticeTrade[] | null): PastStatus {
  const lists = trades && { orders: [], fills: [], trades };
  const practice = {
    positionLots: 0,
    costUnits: 0n,
    realisedUnits: 0n,
    openUnits: 0n,
    feeUnits: 0n,
    lastTicks: 1,
    cancelledByGap: 0,
    lists,
  };
  return { atMs: 9, known: 'events', gap: null, ended: false, recordedFromMs: 0, played: 0, hash: '', practice };
}

/** `calls` has what the worker was called for; `hash` is that of its states. */
function setUp(calls: unknown[] = [], hash = '') {
  const placed: object[] = [];
  const at = (played: number): PastStatus => ({ ...statusOf([]), played, atMs: 10 * played, hash });
  const status = signal<PastStatus | null>(null);
  const worker = {
    playUntil: async (place: { played: number }) => (calls.push(place), at(place.played)),
    startPractice: async () => (calls.push('start'), at(1)),
    cancelPractice: async (id: number | null) => (calls.push(id), at(3)),
    placePractice: async (intent: object) => {
      placed.push(intent);
      calls.push(intent);
      return {
        answer: { filledLots: 1, restingId: 0, stop: null },
        status: { ...statusOf(null), played: 2, atMs: 20 },
      };
    },
    endPractice: async () => statusOf([trade(5n), trade(6n)]),
  } as unknown as PastWorkerClient;
  const player = {
    status,
    pause: () => {},
    occupy: () => {
      calls.push('occupied');
      return () => void calls.push('free');
    },
    chosenMs: 5,
    goTo: async (ms: number) => calls.push(`to ${ms}`) > 0 && hash !== 'unreachable',
    call: async (act: (each: PastWorkerClient) => Promise<PastStatus>) => {
      const answer = await act(worker);
      status.value = answer;
      return answer;
    },
  };
  const runs: number[] = [];
  const practice = new PracticeController(player, MARKET, ({ trades }) => runs.push(trades.length));
  practice.follow();
  return { practice, placed, runs, status };
}

describe('a practice on the page', () => {
  it('starts on a page without TLS, and each has an id of its own', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { practice } = setUp();
    const ids = [];
    for (let run = 0; run < 2; run += 1) {
      await practice.start();
      await practice.end();
      ids.push(practice.ended.peek()?.id);
    }
    vi.unstubAllGlobals();
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[\da-f]{32}$/);
  });

  it('places one order for a double tap, and the next one after a moment', async () => {
    vi.useFakeTimers();
    const { practice, placed } = setUp();
    await practice.start();
    const order = { side: 'buy', priceTicks: 0, lots: 5 } as const;
    const answers = await Promise.all([practice.place(order), practice.place(order), practice.close()]);
    expect(answers.map((answer) => answer?.filledLots)).toEqual([1, undefined, undefined]);
    expect(await practice.place(order)).toBeNull();
    expect(placed).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    await practice.place(order);
    expect(placed).toHaveLength(2);
    vi.useRealTimers();
  });

  describe('after a reload', () => {
    const ORDER = { side: 'buy', priceTicks: 7, lots: 5 } as const;
    async function left() {
      const { practice, status } = setUp([], 'one');
      await practice.start();
      await practice.place(ORDER);
      await practice.cancel(4);
      status.value = { ...statusOf(null), played: 9, atMs: 95, hash: 'one' };
      practice.store();
    }

    it('is played again with what the user did, at the places where it was done', async () => {
      await left();
      const calls: unknown[] = [];
      const { practice, runs } = setUp(calls, 'one');
      await practice.resume(storedPractice(MARKET.info.id)!);
      expect(calls.map((call) => (typeof call === 'object' && call && 'atMs' in call ? call.atMs : call))).toEqual([
        'occupied',
        'to 5',
        10,
        'start',
        20,
        ORDER,
        30,
        4,
        95,
        'free',
      ]);
      expect([practice.isRunning, runs]).toEqual([true, []]);
      // And again after the next reload.
      await practice.cancel(null);
      expect(storedPractice(MARKET.info.id)?.acts).toHaveLength(3);
    });

    it('is not there where the past is another one, and does not stay stored', async () => {
      await left();
      const { practice } = setUp([], 'another');
      await expect(practice.resume(storedPractice(MARKET.info.id)!)).rejects.toThrow();
      expect(practice.isRunning).toBe(false);
      expect(storedPractice(MARKET.info.id)).toBeNull();
    });

    it('stays stored where the past is not reached', async () => {
      await left();
      const { practice } = setUp([], 'unreachable');
      await expect(practice.resume(storedPractice(MARKET.info.id)!)).rejects.toThrow();
      expect([practice.isRunning, storedPractice(MARKET.info.id)?.acts.length]).toEqual([false, 2]);
    });

    it('is not offered in another market, after its end, or from a store of another form', async () => {
      await left();
      expect(storedPractice(MARKET.info.id + 1)).toBeNull();
      const { practice } = setUp();
      await practice.start();
      await practice.end();
      expect(storedPractice(MARKET.info.id)).toBeNull();
      sessionStorage.setItem('fxproPractice', '{"coinInfoId":');
      expect(storedPractice(MARKET.info.id)).toBeNull();
    });
  });

  it('hands its trades on when one has ended, and once', async () => {
    const { practice, runs, status } = setUp();
    await practice.start();
    status.value = statusOf([trade(5n)]);
    status.value = statusOf(null);
    expect(runs).toEqual([1]);
    await practice.end();
    expect(runs).toEqual([1, 2]);
    expect(practice.ended.peek()?.trades).toHaveLength(2);
    expect(practice.isRunning).toBe(false);
  });
});

describe('the journal', () => {
  const entry = (tags: string[], nets: bigint[], quote = 'USDT'): JournalEntry => ({
    id: tags.join(),
    coinInfoId: 2,
    pair: 'BTC/USDT',
    quote,
    priceTick: MARKET.info.priceTick,
    amountStep: MARKET.info.amountStep,
    practisedMs: 0,
    fromMs: 0,
    toMs: 5_000,
    tags,
    notes: '=HYPERLINK("x")',
    trades: nets.map(trade),
  });

  it('has statistics of each tag and coin; an entry with two tags counts for both', () => {
    const found = tagStatistics([entry(['a', 'b'], [4n, -6n]), entry(['a'], [9n]), entry([], [1n], 'BTC')]);
    expect(found.map(({ tag, coin, result }) => [tag, coin, result.trades, result.netUnits])).toEqual([
      ['a', 'USDT', 3, 7n],
      ['b', 'USDT', 2, -2n],
      ['', 'BTC', 1, 1n],
    ]);
  });

  it('is a file of exact decimals, in which notes are no formula', () => {
    const [head, row] = journalCsv([entry(['a'], [-123_456_789n])]).split('\r\n');
    expect(head).toMatch(/^pair,side,opened/);
    expect(row).toContain('-1.23456789');
    expect(row).toContain(`"'=HYPERLINK(""x"")"`);
    const [first] = JSON.parse(journalJson([entry(['a'], [2n])])) as { trades: { net: string; side: string }[] }[];
    expect(first!.trades).toMatchObject([{ net: '0.00000002', side: 'short' }]);
  });

  it('has ten short tags at most, none twice', () => {
    expect(tagsOf(' a, b,a,, c،d')).toEqual(['a', 'b', 'c', 'd']);
    expect(tagsOf(Array.from({ length: 30 }, (_, at) => `t${at}`).join(','))).toHaveLength(10);
    expect(tagsOf('x'.repeat(99))[0]).toHaveLength(24);
  });
});
