// Delistings and silent indexes in the store (R16): the same state after a restart at every stage.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../server/exchange/command.ts';
import { closingAt } from '../../../server/sequencer/mappers/closing-mapper.ts';
import { PERP, SPOT, contract, contractInstruments, fund } from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, BOT, COIN, USDT, place } from '../../support/exchange/spot-fixture.ts';
import { withdrawBots } from '../../support/exchange/withdraw-bots.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { openSequencer } from './opened-sequencer.ts';

const HOUR = 3_600_000;
const server = postgresForFile();

const opened = (database: TestDatabase, now: () => number) =>
  openSequencer(database, contractInstruments({ fundingEnable: 1 }), now);

describe.each(STORE_KINDS)('R16: a closing by the system in the store (%s)', (kind) => {
  it(
    'is the same after each restart, with its price and ticks; the ticks it needs are never deleted',
    { timeout: 180_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      let nowMs = Date.UTC(2026, 10, 20, 6);
      let at = await opened(database, () => nowMs);
      const run = async (...commands: Command[]) =>
        (await Promise.all(commands.map((command) => at.sequencer.submit(command)))).at(-1)!;
      const restart = async (): Promise<void> => {
        await withdrawBots(at.sequencer);
        const before = at.sequencer.machine.stateHash();
        await at.stop();
        at = await opened(database, () => nowMs);
        expect(at.sequencer.machine.stateHash()).toBe(before);
      };
      /** `together`: this many commands in one commit, at one time. */
      const beats = async (count: number, together = 1): Promise<void> => {
        for (let beat = 0; beat < count; beat += together) {
          nowMs += 1000;
          await run(
            ...Array.from({ length: Math.min(together, count - beat) }, (): Command => ({ kind: 'clock', uid: 1 })),
          );
        }
      };
      const quotes = (coinInfoId: number, middle: number): Command => ({
        kind: 'quote',
        uid: BOT,
        coinInfoId,
        cancel: at.sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
        place: [
          { side: 'buy', priceTicks: middle - 5, lots: coinInfoId === SPOT ? 500_000 : 5000 },
          { side: 'sell', priceTicks: middle + 5, lots: coinInfoId === SPOT ? 500_000 : 5000 },
        ],
      });
      const books = (price: number) => run(quotes(SPOT, price * 20), quotes(PERP, price * 10));
      await run(
        ...[USDT, SPOT, PERP].map((coinId): Command => ({
          kind: 'credit',
          uid: BOT,
          wallet: 'spot',
          coinId,
          units: 10_000_000n * COIN,
          recordType: 'bot',
          remark: '',
        })),
        fund(ALICE, 100_000n),
        fund(BOB, 100_000n),
      );
      await books(60_000);
      await beats(610, 10);
      const opens = (): Command[] => [
        contract(ALICE, 'long'),
        contract(BOB, 'short', { lots: 40 }),
        contract(ALICE, 'long', { limitTicks: 590_000 }),
      ];
      await run(...opens());
      // A silent index with a restart in between: after the books are empty a trade is no index tick.
      await run(
        {
          kind: 'credit',
          uid: BOB,
          wallet: 'spot',
          coinId: USDT,
          units: 10_000n * COIN,
          recordType: 'test',
          remark: '',
        },
        place(BOB, 'buy', 1_200_005, 1_000, { coinInfoId: SPOT, tif: 'IOC' }),
        { kind: 'cancelAllSpot', uid: BOT, coinInfoId: SPOT },
      );
      await beats(900, 100);
      await restart();
      await beats(900, 100);
      expect(at.sequencer.machine.allContracts()).toEqual([]);
      const closed = (await at.sequencer.queries.history(ALICE, { offset: 0, limit: 5, closeType: 4 })).list;
      expect(closed).toMatchObject([{ closeType: 4, closeReason: 'index_silent', closeFeeUnits: 0n }]);
      expect(await closingAt(at.store, PERP, 'index_silent', nowMs)).toMatchObject({
        priceTicks: 600_000,
        ticks: { length: 600 },
      });
      // A delisting: announced, last hour, price, each with a restart; and a day and a half in which old ticks are
      // deleted.
      await books(60_000);
      await beats(1);
      await run(...opens());
      const end = Math.ceil(nowMs / HOUR) * HOUR + 72 * HOUR;
      expect((await run({ kind: 'delistMarket', uid: 1, coinInfoId: PERP, atMs: end })).answer).toEqual({ orders: [] });
      await restart();
      expect(at.sequencer.machine.delisting(PERP)).toMatchObject({ atMs: end, stage: 0 });
      nowMs = end - HOUR;
      // Enough commands for journal and ticks to be pruned.
      await run(
        ...Array.from({ length: 2_100 }, (): Command => ({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: SPOT })),
      );
      await books(61_000);
      await restart();
      await books(61_000);
      await beats(10);
      await restart();
      await books(61_000);
      nowMs = end - 100_000;
      await beats(100);
      const after = at.sequencer.machine;
      expect([after.allContracts(), after.market(PERP)!.status, after.delisting(PERP)]).toEqual([
        [],
        0,
        { coinInfoId: PERP, atMs: end, stage: 2, priceTicks: 610_000 },
      ]);
      await restart();
      const [long] = (await at.sequencer.queries.history(ALICE, { offset: 0, limit: 1, closeType: 4 })).list;
      expect(long).toMatchObject({ closeReason: 'delisted', closedUnits: 6_100n * COIN });
      expect((await closingAt(at.store, PERP, 'delisted', nowMs))!.ticks.length).toBe(100);
      expect((await run({ kind: 'delistMarket', uid: 1, coinInfoId: PERP, atMs: 0 })).answer).toMatchObject({
        code: 1400,
      });
      await at.stop();
    },
  );
});
