// Settlement of binary options in the machine, rule by rule (S2, S3, S6 to S11).
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_HASH, fromHex } from '../../../core/encoding/bytes.ts';
import { tickBytes } from '../../../core/proofs/proof-layout.ts';
import { EXCHANGE_UID } from '../../../server/exchange/command.ts';
import type { BinaryOptionState } from '../../../server/exchange/binary-options/open-binary-options.ts';
import { ALICE, BOB, COIN, sums } from '../../support/exchange/spot-fixture.ts';
import {
  SPOT,
  type BinaryOptionExchange,
  binaryOptionExchange,
  binaryOptionsOf,
  restoredFrom,
} from '../../support/exchange/binary-option-fixture.ts';

/** Beats a second apart at these prices; returns the changed binary options of each. */
const beats = (exchange: BinaryOptionExchange, prices: readonly number[]) =>
  prices.flatMap((price) => binaryOptionsOf(exchange.beat(price)));
const P = 1_000_000;

describe('settlement', () => {
  it("S2: a tick in the millisecond of the purchase is not one of the order's ticks", () => {
    const exchange = binaryOptionExchange();
    exchange.beat(P);
    const order = exchange.buy(ALICE, 'up');
    expect([order.buyTime, order.openTime, order.rule]).toEqual([exchange.nowMs, exchange.nowMs + 1, 'v2']);
    // Another beat in that millisecond comes after the purchase and is not one of its ticks.
    expect(binaryOptionsOf(exchange.beat(P + 40, 0))).toEqual([]);
    const first = exchange.machine.indexes().find(({ coinInfoId }) => coinInfoId === SPOT)!.seq + 1;
    expect(binaryOptionsOf(exchange.beat(P + 80, 1))).toEqual([]);
    expect(beats(exchange, [P, P + 1, P + 2, P + 3])).toMatchObject([
      { strikeSeq: first, strikeTicks: P + 2, strikeTs: exchange.nowMs },
    ]);
  });

  it('S7 S8: the strike is the median of the first five ticks, the exit that of the last five', () => {
    const exchange = binaryOptionExchange();
    exchange.nowMs += 500;
    const up = exchange.buy(ALICE, 'up');
    const down = exchange.buy(BOB, 'down');
    // Two of five prices are manipulated without effect.
    const struck = beats(exchange, [P + 5, P + 900, P + 4, P - 900, P + 5]);
    expect(struck).toMatchObject([
      { id: up.id, strikeTicks: P + 5, status: 0 },
      { id: down.id, strikeTicks: P + 5 },
    ]);
    expect(
      beats(
        exchange,
        Array.from({ length: 20 }, (_, at) => P - at),
      ),
    ).toEqual([]);
    expect(beats(exchange, [P + 6, P + 7, P - 800, P - 800])).toEqual([]);
    const settled = binaryOptionsOf(exchange.beat(P + 8));
    expect(settled).toMatchObject([
      {
        id: up.id,
        result: 'win',
        status: 2,
        exitTicks: P + 6,
        exitTs: exchange.nowMs,
        payoutUnits: 170n * COIN,
        settleTime: exchange.nowMs,
        strikeTicks: P + 5,
      },
      { id: down.id, result: 'lose', status: 2, payoutUnits: 0n },
    ]);
    expect(exchange.usdt(ALICE)).toBe(10_000n * COIN - 100n * COIN - COIN / 5n + 170n * COIN);
    expect(exchange.usdt(BOB)).toBe(10_000n * COIN - 100n * COIN - COIN / 5n);
    expect(exchange.machine.allBinaryOptions()).toEqual([]);
    expect(beats(exchange, [P, P, P])).toEqual([]);
    expect(sums(exchange.machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('S8 S6: an equal price is a draw and refunds amount and fee', () => {
    const exchange = binaryOptionExchange();
    exchange.buy(ALICE, 'up');
    const outcomes = [P, P, P, ...Array.from({ length: 22 }, () => P + 77), P + 9, P, P, P, P - 9].map((price) =>
      exchange.beat(price),
    );
    expect(binaryOptionsOf(outcomes.at(-1)!)).toMatchObject([
      { result: 'draw', status: 2, strikeTicks: P, exitTicks: P, payoutUnits: 100n * COIN + COIN / 5n },
    ]);
    expect(
      outcomes
        .at(-1)!
        .events.flatMap((event) =>
          event.kind === 'posting' && event.posting.uid === ALICE ? [event.posting.recordType] : [],
        ),
    ).toEqual(['seconds_refund']);
    expect(exchange.usdt(ALICE)).toBe(10_000n * COIN);
  });

  it('S9: a stopped clock or a book without a price settles nothing: the order waits for its ticks', () => {
    for (const awayMs of [10_000, 16_000, 3_600_000]) {
      const away = binaryOptionExchange();
      away.buy(ALICE, 'up');
      beats(
        away,
        Array.from({ length: 25 }, () => P),
      );
      // The exchange was stopped over the expiry.
      expect(binaryOptionsOf(away.beat(P + 90, awayMs))).toEqual([]);
      expect(beats(away, [P + 90, P + 90, P + 90])).toEqual([]);
      expect(binaryOptionsOf(away.beat(P + 90))).toMatchObject([{ result: 'win', exitTicks: P + 90 }]);
    }
    const quiet = binaryOptionExchange();
    quiet.buy(ALICE, 'down');
    beats(quiet, [P, P, P]);
    quiet.quote(0);
    expect(Array.from({ length: 60 }, () => binaryOptionsOf(quiet.beat())).flat()).toEqual([]);
    expect(
      beats(
        quiet,
        Array.from({ length: 26 }, () => P - 9),
      ),
    ).toMatchObject([{ strikeTicks: P }]);
    expect(binaryOptionsOf(quiet.beat(P - 9))).toMatchObject([{ result: 'win', exitTicks: P - 9 }]);
  });

  it('S9: stopping the clock at a favourable price gains nothing: the remaining ticks must come', () => {
    const exchange = binaryOptionExchange();
    exchange.buy(ALICE, 'up');
    beats(exchange, [...Array.from({ length: 5 }, () => P), ...Array.from({ length: 15 }, () => P + 50)]);
    // Ahead by fifty ticks; the process is stopped for an hour.
    expect(binaryOptionsOf(exchange.beat(P + 50, 3_600_000))).toEqual([]);
    expect(
      beats(
        exchange,
        Array.from({ length: 9 }, () => P - 5),
      ),
    ).toMatchObject([{ result: 'lose', exitTicks: P - 5 }]);
  });

  it('S9: is void only when a day of beats brought too few ticks, not by time or a stopped clock', () => {
    const none = binaryOptionExchange();
    const order = none.buy(ALICE, 'up');
    none.quote(0);
    expect(binaryOptionsOf(none.beat(undefined, 30 * 86_400_000))).toEqual([]);
    for (let at = 2; at < 86_430; at += 1)
      if (binaryOptionsOf(none.beat()).length > 0) throw new Error(`decided at beat ${at}`);
    expect(binaryOptionsOf(none.beat())).toMatchObject([
      {
        id: order.id,
        result: 'void',
        reason: 'silence',
        strikeSeq: 0,
        status: 3,
        payoutUnits: 100n * COIN + COIN / 5n,
      },
    ]);
    expect(none.usdt(ALICE)).toBe(10_000n * COIN);
  });

  it('S7 S9: an order sold by rule v1 is settled by rule v1', () => {
    const exchange = binaryOptionExchange();
    exchange.beat(P);
    const old = (more: Partial<BinaryOptionState>): BinaryOptionState => ({
      ...exchange.buy(ALICE, 'up'),
      rule: 'v1',
      ...more,
    });
    const open = [old({}), old({})];
    const machine = restoredFrom(exchange, open);
    const at = (ms: number) => binaryOptionsOf(machine.apply({ seq: 1, ts: ms }, { kind: 'clock', uid: EXCHANGE_UID }));
    const { openTime } = open[0]!;
    expect(at(openTime + 500)).toMatchObject([{ rule: 'v1', strikeTicks: P, strikeTs: openTime + 500 }, {}]);
    expect(at(openTime + 29_500)).toEqual([]);
    expect(at(openTime + 30_500)).toMatchObject([{ result: 'draw', exitTs: openTime + 29_500 }, { result: 'draw' }]);
    const silent = restoredFrom(exchange, open);
    expect(
      binaryOptionsOf(silent.apply({ seq: 1, ts: openTime + 500 }, { kind: 'clock', uid: EXCHANGE_UID })),
    ).toHaveLength(2);
    expect(
      binaryOptionsOf(silent.apply({ seq: 2, ts: openTime + 46_000 }, { kind: 'clock', uid: EXCHANGE_UID })),
    ).toMatchObject([{ result: 'void', reason: 'fewTicks' }, { result: 'void' }]);
  });

  it('S10: a market with open orders can be set to close-only, but not halted', () => {
    const exchange = binaryOptionExchange();
    exchange.buy(ALICE, 'up');
    const status = (to: number) =>
      exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: to }).answer;
    expect(status(0)).toMatchObject({ code: 1400 });
    expect(status(2)).toEqual({ orders: [] });
    beats(
      exchange,
      Array.from({ length: 32 }, (_, at) => P + at),
    );
    expect(exchange.machine.areBinaryOptionsRunning(SPOT)).toBe(false);
    expect(status(0)).toEqual({ orders: [] });
  });

  it('S11: the price that the buyer names changes neither strike nor result', () => {
    const outcomes = [0n, 4_999_900_000_000n].map((seenUnits) => {
      const exchange = binaryOptionExchange();
      exchange.buy(ALICE, 'up', { seenUnits, slipE8: seenUnits === 0n ? 0 : 1_000_000 });
      return beats(
        exchange,
        Array.from({ length: 33 }, (_, at) => P + at),
      ).at(-1)!;
    });
    expect(outcomes[1]).toMatchObject({
      result: 'win',
      strikeTicks: outcomes[0]!.strikeTicks,
      exitTicks: outcomes[0]!.exitTicks,
      payoutUnits: outcomes[0]!.payoutUnits,
    });
  });

  it('S3 R8: every tick is hashed with the one before', () => {
    const exchange = binaryOptionExchange();
    const ticks = [P + 1, P + 2, P + 3].flatMap((price) =>
      exchange
        .beat(price)
        .events.flatMap((event) => (event.kind === 'index' && event.coinInfoId === SPOT ? [event] : [])),
    );
    for (const [at, { seq, ts, priceTicks, prev, hash }] of ticks.entries()) {
      const bytes = tickBytes(fromHex(prev, 32) ?? NO_HASH, SPOT, {
        seq,
        ts,
        priceE8: BigInt(priceTicks) * 5_000_000n,
      });
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
      if (at > 0) expect(prev).toBe(ticks[at - 1]!.hash);
    }
    expect(exchange.machine.indexes().find(({ coinInfoId }) => coinInfoId === SPOT)?.hash).toBe(ticks.at(-1)!.hash);
  });
});
