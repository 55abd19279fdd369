// The machine against its naive twin on seeded streams of commands, and the invariants after each.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../../core/feed/checksum.ts';
import type { Command } from '../../../../server/exchange/command.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import { BTC, DOGE, USDT, runner, sums, testInstruments } from '../../../support/exchange/spot-fixture.ts';
import { NaiveExchange, type Result } from './naive-exchange.ts';
import { UIDS, commandStream, randomCommands } from '../../../support/exchange/random-commands.ts';

const SEEDS = Array.from({ length: 14 }, (_, at) => 1000 + at);
const COMMANDS_PER_SEED = 7500;

/** The outcome in the form of the twin's results. */
function inWords({ answer, events }: Outcome): Result {
  if ('code' in answer) return { refused: answer.code };
  const makers = events.filter((event) => event.kind === 'fill' && event.fill.maker);
  return {
    orders: answer.orders.map(({ id, status, dealLots, reason }) => `${id} ${status} ${dealLots} ${reason}`),
    trades: makers.map((event) =>
      event.kind === 'fill' ? `${event.fill.orderId} ${event.fill.priceTicks} ${event.fill.lots}` : '',
    ),
  };
}

function money(machine: Machine, twin: NaiveExchange): { ours: bigint[]; theirs: bigint[] } {
  const ours: bigint[] = [];
  const theirs: bigint[] = [];
  for (const uid of UIDS) {
    for (const coinId of [USDT, BTC, DOGE]) {
      const { available, frozen } = machine.balance(uid, 'spot', coinId);
      ours.push(available + frozen, frozen);
      theirs.push(twin.has(uid, coinId), twin.frozen(uid, coinId));
    }
  }
  return { ours, theirs };
}

/** Books built from level events alone (E2), compared with the machine's. */
class EventBooks {
  readonly #levels = new Map<string, number>();
  readonly #tradeIds = new Map<number, number>();

  onOutcome({ events }: Outcome): void {
    for (const event of events) {
      if (event.kind === 'level') {
        const key = `${event.coinInfoId} ${event.side} ${event.priceTicks}`;
        if (event.lots > 0) this.#levels.set(key, event.lots);
        else this.#levels.delete(key);
      } else if (event.kind === 'trade') {
        expect(event.id).toBe((this.#tradeIds.get(event.coinInfoId) ?? 0) + 1);
        this.#tradeIds.set(event.coinInfoId, event.id);
      }
    }
  }

  check(machine: Machine): void {
    let count = 0;
    for (const id of [BTC, DOGE]) {
      for (const side of [BID, ASK]) {
        let before = side === BID ? Infinity : -Infinity;
        machine.levels(id, side, (priceTicks, lots) => {
          count += 1;
          if (
            this.#levels.get(`${id} ${side} ${priceTicks}`) !== lots ||
            (side === BID ? priceTicks >= before : priceTicks <= before)
          )
            throw new Error(`level ${id} ${side} ${priceTicks}`);
          before = priceTicks;
        });
      }
    }
    expect(count).toBe(this.#levels.size);
  }
}

/** L1 and L2 within one outcome: entries sum to 0 for each coin, no user's balance is negative. */
function balanced({ events }: Outcome): boolean {
  const perCoin = new Map<number, bigint>();
  for (const event of events) {
    if (event.kind !== 'posting') continue;
    const { coinId, units, available, frozen, uid } = event.posting;
    perCoin.set(coinId, (perCoin.get(coinId) ?? 0n) + units);
    if (frozen < 0n || (available < 0n && uid !== 1)) return false;
  }
  return [...perCoin.values()].every((sum) => sum === 0n);
}

describe('the machine and its naive twin', () => {
  const met = new Set<string>();

  it.each(SEEDS)(
    `agree on trades, orders, balances, books from events (E2) and ledger sums (seed %i, ${COMMANDS_PER_SEED} commands)`,
    (seed) => {
      const machine = new Machine(testInstruments());
      const twin = new NaiveExchange();
      const run = runner(machine);
      const books = new EventBooks();
      let traded = 0;
      const check = (command: Command, at: number): void => {
        const outcome = run(command);
        const ours = inWords(outcome);
        const theirs = twin.do(command);
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          expect(ours, `seed ${seed}, command ${at}: ${command.kind}`).toEqual(theirs);
        if (!balanced(outcome) || sums(machine).some((sum) => sum !== 0n))
          throw new Error(`seed ${seed}, command ${at}: the ledger is out of balance`);
        books.onOutcome(outcome);
        if ('trades' in ours) traded += ours.trades.length;
        for (const word of 'refused' in ours
          ? [String(ours.refused)]
          : ours.orders.map((order) => order.split(' ').slice(3).join()))
          met.add(word);
        if (at % 25 !== 0) return;
        const { ours: mine, theirs: its } = money(machine, twin);
        if (mine.some((units, index) => units !== its[index])) expect(mine, `seed ${seed}, command ${at}`).toEqual(its);
        books.check(machine);
      };
      let at = 0;
      for (const command of commandStream(seed, COMMANDS_PER_SEED, () => machine.counters().orderId))
        check(command, at++);
      expect(traded).toBeGreaterThan(COMMANDS_PER_SEED / 10);
    },
  );

  it('reached every end and every refusal', () => {
    expect([...met]).toEqual(
      expect.arrayContaining([
        '',
        'user',
        'ioc',
        'self_trade',
        'no_liquidity',
        'balance',
        '1400',
        '1404',
        '2001',
        '2003',
        '2006',
        '2007',
        '2012',
        '2014',
        '2015',
      ]),
    );
  });

  it('the same commands give the same events', () => {
    const tape = (): string => {
      const run = runner(new Machine(testInstruments()));
      return JSON.stringify(
        randomCommands(99, 5000).map((command) => run(command)),
        (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
      );
    };
    expect(tape()).toBe(tape());
  });
});
