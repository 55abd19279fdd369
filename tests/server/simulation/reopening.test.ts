// A market that an operator opens again: its bots come at once, not with their next pass.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { HALTED, TRADING } from '../../../core/instruments/instrument.ts';
import { EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { startSimulation } from '../../../server/simulation/simulated-market.ts';
import { LISTED_INSTRUMENTS, USDT } from '../../../server/simulation/listed-instruments.ts';
import { testExchange } from '../../support/exchange/virtual-exchange.ts';

const BTC = 2;
const MARKETS = LISTED_INSTRUMENTS.filter(({ id }) => id === BTC);
/** Longest pause between two passes, ms. */
const PASS_MS = 200;

const eventLoop = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('a market that opens again', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has a book before the next pass of the bots is due: until then users alone are met', async () => {
    const exchange = testExchange([USDT, ...MARKETS], Date.UTC(2026, 2, 4, 12));
    const market = await startSimulation(
      {
        mode: '',
        instruments: MARKETS,
        sequencer: exchange,
        feed: { apply: () => undefined, hasHistory: () => true, importHistory: () => undefined },
        startTicks: () => 0,
        now: () => exchange.clock.now,
        log: () => undefined,
      },
      { seed: 7, still: false },
    );
    const set = (status: number) =>
      exchange.submit({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: BTC, status });
    const levels = (): number => {
      let count = 0;
      for (const side of [BID, ASK] as const) exchange.machine.levels(BTC, side, () => (count += 1));
      return count;
    };
    const passes = async (): Promise<void> => {
      for (let turn = 0; turn < 50; turn += 1) await eventLoop();
    };
    for (let again = 0; again < 3; again += 1) {
      await set(HALTED);
      exchange.clock.now += PASS_MS;
      await vi.advanceTimersByTimeAsync(PASS_MS);
      await passes();
      expect(levels()).toBe(0);
      await set(TRADING);
      // No time passes.
      await passes();
      expect(levels()).toBeGreaterThan(16);
    }
    await market.stop();
  });
});
