// Scenario of the random commands: numbers of users and markets, and the time of each command.
import { type Instrument, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { PERP, contractInstruments } from '../../../support/exchange/contract-fixture.ts';
import { BTC, DOGE, USDT, testInstruments } from '../../../support/exchange/spot-fixture.ts';

export interface World {
  users: readonly number[];
  /** Coins with a spot market: BTC first, DOGE second, the others on BTC's grid. */
  spots: readonly number[];
  /**
   * Perpetuals on one grid, that of BTC first; the index of each is read from its coin's spot book where there is one.
   */
  perps: readonly number[];
  coins: readonly number[];
  instruments: Instrument[];
}

const FIRST_MORE = 10;
const OWN_PERP = 103;

/** `markets` in all, half of them perpetuals; 3 are BTC, DOGE and BTC's perpetual. */
export function worldOf(users = 10, markets = 3): World {
  const more = Array.from({ length: Math.max(0, Math.ceil(markets / 2) - 2) }, (_, at) => FIRST_MORE + at);
  const perps = [PERP, ...more.map((id) => 100 + id), OWN_PERP].slice(0, Math.floor(markets / 2));
  const spots = [BTC, DOGE, ...more];
  const [btc, perpetual] = contractInstruments();
  const doge = testInstruments()[1]!;
  const named = (instrument: Instrument, id: number, symbol: string, pair: string): Instrument =>
    instrumentOf({ ...instrument.info, id, symbol, name: symbol, pair, qtEnable: 0 });
  return {
    users: Array.from({ length: users }, (_, at) => 10_001 + at),
    spots,
    perps,
    coins: [USDT, ...spots],
    instruments: [
      instrumentOf({ ...btc!.info, qtEnable: 1 }),
      doge,
      ...more.map((id) => named(btc!, id, `C${id}`, `C${id}/USDT`)),
      ...perps.map((id) =>
        id === PERP ? perpetual! : named(perpetual!, id, id === OWN_PERP ? 'OWN' : `C${id - 100}`, `P${id}`),
      ),
    ],
  };
}

const START_MS = 1_700_000_000_000;
/** Between two commands: quotes and binary options expire within a few hundred commands. */
const STEP_MS = 250;

/** A run of `count` commands; after four fifths a day passes, so that a delisting announced before can take place. */
export interface Plan {
  world: World;
  count: number;
  timeOf(seq: number): number;
}

export function planOf(count: number, world = worldOf()): Plan {
  const leapAt = Math.floor(count * 0.8);
  return { world, count, timeOf: (seq) => START_MS + seq * STEP_MS + (seq > leapAt ? DAY_MS : 0) };
}

/** Number of credits before the run: the bots' coins, each user's coins and contract account, the insurance account. */
export function moneyCommands({ users, coins, perps }: World): number {
  return 2 * (coins.length + perps.length) + users.length * (coins.length + 1) + 1;
}
