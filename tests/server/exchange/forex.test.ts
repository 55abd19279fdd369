// Contracts quoted in coins other than USDT (R17), and markets with trading hours (R18).
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { CLEARING_UID, type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import type { ContractState } from '../../../server/exchange/contracts/contract-state.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { contract, contractsOf, fund } from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, BOT, COIN, place, sums } from '../../support/exchange/spot-fixture.ts';

const EURUSD = 201;
const USDJPY = 203;
const EURJPY = 208;
const [USD, YEN] = [301, 302];
/** A Wednesday; the Friday evening on which forex closes at 21:00 UTC (summer time in New York). */
const OPEN_MS = Date.UTC(2026, 9, 14, 12);
const LAST_MS = Date.UTC(2026, 9, 16, 20, 59, 30);
const SUNDAY_MS = Date.UTC(2026, 9, 18, 21, 0, 30);

const forex = LISTED_INSTRUMENTS.filter(({ type }) => type === 'forex').map(instrumentOf);

/** A test exchange with the listed forex pairs, a bot's book in one of them, and two users. */
function exchange(coinInfoId: number) {
  let machine = new Machine(forex);
  let [seq, nowMs] = [0, OPEN_MS];
  const run = (command: Command): Outcome => {
    seq += 1;
    nowMs += 1;
    return machine.apply({ seq, ts: nowMs }, command);
  };
  const { info } = forex.find((each) => each.info.id === coinInfoId)!;
  for (const coinId of [coinInfoId, info.quoteCoinId])
    run({
      kind: 'credit',
      uid: BOT,
      wallet: 'spot',
      coinId,
      units: 1_000_000_000n * COIN,
      recordType: 'bot',
      remark: '',
    });
  for (const uid of [ALICE, BOB]) run(fund(uid, 10_000n));
  const withdraw = (): Outcome => run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId });
  const quote = (ticks: number): void => {
    withdraw();
    run({
      kind: 'quote',
      uid: BOT,
      coinInfoId,
      cancel: [],
      place: [1, 2, 3].flatMap((far) => [
        { side: 'buy' as const, priceTicks: ticks - far, lots: 1_000_000 },
        { side: 'sell' as const, priceTicks: ticks + far, lots: 1_000_000 },
      ]),
    });
  };
  const beats = (count = 2): void => {
    for (let beat = 0; beat < count; beat += 1) {
      nowMs += 999;
      run({ kind: 'clock', uid: EXCHANGE_UID });
    }
  };
  return {
    run,
    quote,
    beats,
    withdraw,
    get machine() {
      return machine;
    },
    moveTo: (ticks: number) => {
      quote(ticks);
      beats();
    },
    at: (ms: number) => {
      nowMs = ms;
    },
    open: (direction: 'long' | 'short', more = {}): Outcome['answer'] =>
      run(contract(ALICE, direction, { coinInfoId, lots: 10_000, multiple: 20, ...more })).answer,
    /** Restores the state into a new machine, as a restart does. */
    restart: () => {
      const again = new Machine(forex);
      again.restore({
        ...machine.counters(),
        contracts: machine.allContracts(),
        balances: machine.allBalances(),
        orders: machine.openOrders(BOT, null),
        clock: machine.clock(),
        markets: forex.map((each) => ({ coinInfoId: each.info.id, ...machine.market(each.info.id)! })),
        marks: machine.indexes().map(({ coinInfoId: id, seq: indexSeq, ts: indexTs, hash: indexHash }) => ({
          coinInfoId: id,
          indexSeq,
          indexTs,
          indexHash,
          ...machine.mark(id)!,
        })),
      });
      expect(again.stateHash()).toBe(machine.stateHash());
      machine = again;
    },
  };
}

/** A short of 10 million dollars or euros that waits at 160 yen. */
const tenMillion = (uid: number, coinInfoId: number): Command =>
  contract(uid, 'short', { coinInfoId, limitTicks: 160_000, multiple: 5, lots: 10_000_000 });

const opened = (answer: Outcome['answer']): ContractState => contractsOf({ answer })[0]!;

describe('a contract quoted in another coin', () => {
  it('R17: USD/JPY settles a yen as 0.01 USDT, the exchange account takes the yen, coins sum to zero', () => {
    const at = exchange(USDJPY);
    at.moveTo(150_000);
    const before = at.machine.balance(EXCHANGE_UID, 'contract', 1).available;
    const state = opened(at.open('long'));
    // 10 000 dollars at 150.001: 1 500 010 yen count as 15 000.10 USDT; margin a twentieth, fee 0.02 %.
    expect(state.position).toMatchObject({
      openUnits: 1_500_010_000_000n,
      entryMarginUnits: 75_000_500_000n,
      openFeeUnits: 300_002_000n,
    });
    expect(at.machine.balance(CLEARING_UID, 'spot', YEN).available).toBe(-1_500_010n * COIN);
    at.restart();
    at.moveTo(151_000);
    expect(
      at.run({ kind: 'closeContract', uid: ALICE, contractId: state.id, lots: 4_000, slipE8: 0, clientNo: 'a' }).answer,
    ).not.toHaveProperty('code');
    at.restart();
    const [rest] = at.machine.openContracts(ALICE, null);
    expect(rest!.position).toMatchObject({ lots: 6_000, openUnits: 900_006_000_000n });
    at.run({ kind: 'closeContract', uid: ALICE, contractId: state.id, lots: 0, slipE8: 0, clientNo: 'b' });
    // Sold at 150.999: 9 980 yen of profit are 99.80 USDT, less 3.00002 and 0.02 % of 15 099.90.
    expect(at.machine.balance(ALICE, 'contract', 1)).toEqual({
      available: 10_000n * COIN + 9_980_000_000n - 300_002_000n - 301_998_000n,
      frozen: 0n,
    });
    expect(at.machine.balance(CLEARING_UID, 'spot', YEN)).toEqual({ available: 0n, frozen: 0n });
    expect(at.machine.balance(CLEARING_UID, 'spot', USDJPY)).toEqual({ available: 0n, frozen: 0n });
    // The exchange account took over 9 980 yen, paid 99.80 USDT for them, and has the fees.
    expect(at.machine.balance(EXCHANGE_UID, 'contract', 1).available - before).toBe(-9_980_000_000n + 602_000_000n);
    expect(sums(at.machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('R17: EUR/USD counts a dollar as a USDT; a liquidated short loses no more than its margin', () => {
    const at = exchange(EURUSD);
    at.moveTo(108_500);
    const state = opened(at.open('short', { multiple: 50, lots: 100_000 }));
    expect(state.position.openUnits).toBe(10_849_900_000_000n);
    at.moveTo(111_500);
    const line = at.machine.balance(ALICE, 'contract', 1);
    expect(at.machine.openContracts(ALICE, null)).toEqual([]);
    expect(line).toEqual({
      available: 10_000n * COIN - state.position.marginUnits - state.position.openFeeUnits,
      frozen: 0n,
    });
    expect(at.machine.balance(CLEARING_UID, 'spot', USD)).toEqual({ available: 0n, frozen: 0n });
    expect(sums(at.machine).every((sum) => sum === 0n)).toBe(true);
    at.restart();
  });

  it('R17: the pair itself cannot be bought or sold (2008)', () => {
    const at = exchange(EURUSD);
    at.moveTo(108_500);
    expect(
      at.run({
        kind: 'placeSpot',
        uid: ALICE,
        coinInfoId: EURUSD,
        side: 'buy',
        orderType: 'market',
        priceTicks: 0,
        lots: 1_000,
        totalUnits: 0n,
        tif: 'GTC',
        postOnly: false,
        clientNo: 's',
      }).answer,
    ).toMatchObject({ code: 2008 });
  });
});

describe('contracts in a coin', () => {
  it('R20: of one side, 22.5 billion at most, over all markets of the coin; else 2103', () => {
    const at = exchange(USDJPY);
    for (const uid of [ALICE, BOB]) at.run(fund(uid, 100_000_000n));
    at.moveTo(150_000);
    const ofBob = (coinInfoId: number): Command => tenMillion(BOB, coinInfoId);
    const [first, second] = Array.from({ length: 14 }, () => opened(at.run(tenMillion(ALICE, USDJPY)).answer));
    // 14 times 1.6 billion yen; of 0.1 billion a yen is 0.01 USDT.
    const full = { code: 2103, params: { left: '1000000' } };
    expect(at.run(ofBob(USDJPY)).answer).toMatchObject(full);
    expect(at.run(ofBob(EURJPY)).answer).toMatchObject(full);
    opened(at.open('long'));
    // What is filled counts as what rests did, also after a start.
    at.withdraw();
    at.run(place(BOT, 'buy', 160_000, 1_000_000, { coinInfoId: USDJPY, tif: 'IOC' }));
    expect(at.machine.openContract(first!.id)!.position.lots).toBe(1_000_000);
    expect(at.run(ofBob(EURJPY)).answer).toMatchObject(full);
    const again = new Machine(forex);
    again.restore(at.machine.snapshot());
    expect(again.apply({ seq: 1_000, ts: OPEN_MS + 60_000 }, ofBob(EURJPY)).answer).toMatchObject(full);
    // The place of another in the same market is its own; what is closed leaves room.
    const replace = { kind: 'replaceContract', uid: ALICE, contractId: second!.id, lots: 0, clientNo: 'r' } as const;
    expect(at.run({ ...replace, limitTicks: 159_999 }).answer).not.toHaveProperty('code');
    at.run({ kind: 'cancelContract', uid: ALICE, contractIds: [first!.id], coinInfoId: null });
    expect(at.run(ofBob(EURJPY)).answer).toMatchObject({ code: 2103 });
    at.quote(150_000);
    at.run({ kind: 'closeContract', uid: ALICE, contractId: first!.id, lots: 0, slipE8: 0, clientNo: 'c' });
    opened(at.run(ofBob(EURJPY)).answer);
  });
});

describe('binary options on a market of contracts', () => {
  it("S5: users' resting orders do not raise the exposure limit, since they can be cancelled", () => {
    const at = exchange(EURUSD);
    at.moveTo(108_500);
    const left = at.machine.stakeLeft(BOB, EURUSD, 30);
    expect(left).toBeGreaterThan(0n);
    for (const [direction, limitTicks] of [
      ['long', 108_490],
      ['short', 108_510],
    ] as const) {
      expect(
        opened(at.open(direction, { orderType: 'limit', limitTicks, multiple: 50, lots: 100_000 })).pendingLots,
      ).toBe(100_000);
    }
    expect(at.machine.stakeLeft(BOB, EURUSD, 30)).toBe(left);
  });
});

describe('a market with hours', () => {
  it('R18: opens and closes nothing outside its hours, names the next opening, and keeps what is open', () => {
    const at = exchange(USDJPY);
    at.moveTo(150_000);
    const held = opened(at.open('long', { lossTicks: 149_000 }));
    const resting = opened(at.open('long', { orderType: 'limit', limitTicks: 149_500 }));
    const waits = { coinInfoId: USDJPY, multiple: 20, lots: 100_000 };
    for (const left of [
      contract(ALICE, 'long', { ...waits, limitTicks: 149_500 }),
      contract(BOB, 'short', { ...waits, limitTicks: 150_400 }),
    ])
      opened(at.run(left).answer);
    at.at(LAST_MS);
    at.beats(40);
    at.withdraw();
    const wakes = { code: 2008, params: { nextOpen: Date.UTC(2026, 9, 18, 21) } };
    expect(at.open('short')).toMatchObject(wakes);
    expect(
      at.run({ kind: 'closeContract', uid: ALICE, contractId: held.id, lots: 0, slipE8: 0, clientNo: 'c' }).answer,
    ).toMatchObject(wakes);
    // Cancelling and adding margin are possible in a closed market.
    expect(
      at.run({ kind: 'addMargin', uid: ALICE, contractId: held.id, units: COIN, clientNo: 'm' }).answer,
    ).not.toHaveProperty('code');
    expect(
      at.run({ kind: 'cancelContract', uid: ALICE, contractIds: [resting.id], coinInfoId: null }).answer,
    ).not.toHaveProperty('code');
    const before = at.machine.mark(USDJPY);
    at.beats(2_000);
    // Nor do the orders that users have left in the book make one.
    expect(at.machine.mark(USDJPY)).toEqual(before);
    for (const uid of [ALICE, BOB]) at.run({ kind: 'cancelContract', uid, contractIds: null, coinInfoId: USDJPY });
    expect(at.machine.openContracts(ALICE, null)).toMatchObject([{ id: held.id, lossTicks: 149_000 }]);
    // It opens lower: the first two marks of the week trigger the stop-loss, no price of the gap does.
    at.at(SUNDAY_MS);
    at.quote(148_000);
    at.beats(1);
    expect(at.machine.openContracts(ALICE, null)).toHaveLength(1);
    at.beats(1);
    expect(at.machine.openContracts(ALICE, null)).toEqual([]);
    expect(sums(at.machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('S1: sells no binary option that the end of a session would leave undecided', () => {
    const at = exchange(EURUSD);
    at.run({
      kind: 'credit',
      uid: BOB,
      wallet: 'spot',
      coinId: 1,
      units: 1_000n * COIN,
      recordType: 'test',
      remark: '',
    });
    at.moveTo(108_500);
    const buy = (periodS: number): Outcome['answer'] =>
      at.run({
        kind: 'placeSeconds',
        uid: BOB,
        coinInfoId: EURUSD,
        clientNo: `q${periodS}`,
        direction: 'up',
        periodS,
        amountUnits: 10n * COIN,
        profitRateE8: null,
        seenUnits: 0n,
        slipE8: 0,
      }).answer;
    expect(buy(30)).not.toHaveProperty('code');
    at.at(Date.UTC(2026, 9, 16, 21, 58));
    at.beats(2);
    expect(buy(120)).toMatchObject({ code: 2008, params: { nextOpen: Date.UTC(2026, 9, 18, 21) } });
  });
});
