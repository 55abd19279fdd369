// The world of the random commands: how many people and markets there are, and when what happens; three markets by
// default, more by setting.
import { type Instrument, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { PERP, contractInstruments } from '../contract-fixture.ts';
import { BTC, DOGE, USDT, testInstruments } from '../instruments.ts';

export interface World {
  people: readonly number[];
  /** Coins with a spot market: BTC first, DOGE second, the others on BTC's grid. */
  spots: readonly number[];
  /** Perpetuals on one grid: that of BTC first; each is read from its coin's spot book, where it has a coin. */
  perps: readonly number[];
  coins: readonly number[];
  instruments: Instrument[];
}

const FIRST_MORE = 10;
const OWN_PERP = 103;

/** `markets` in all, half of them perpetuals; 3 are BTC, DOGE and BTC's perpetual. */
export function worldOf(people = 10, markets = 3): World {
  const more = Array.from({ length: Math.max(0, Math.ceil(markets / 2) - 2) }, (_, at) => FIRST_MORE + at);
  const perps = [PERP, ...more.map((id) => 100 + id), OWN_PERP].slice(0, Math.floor(markets / 2));
  const spots = [BTC, DOGE, ...more];
  const [btc, perpetual] = contractInstruments();
  const doge = testInstruments()[1]!;
  const named = (instrument: Instrument, id: number, symbol: string, pair: string): Instrument =>
    instrumentOf({ ...instrument.info, id, symbol, name: symbol, pair, qtEnable: 0 });
  return {
    people: Array.from({ length: people }, (_, at) => 10_001 + at),
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
/** Between two commands: quotes run out, and seconds contracts expire, within a few hundred. */
const STEP_MS = 250;
const DAY_MS = 86_400_000;

/**
 * A run of so many commands: the exchange stands still for a day when four fifths are done, so that an end announced
 * before can come after.
 */
export interface Plan {
  world: World;
  count: number;
  timeOf(seq: number): number;
}

export function planOf(count: number, world = worldOf()): Plan {
  const leapAt = Math.floor(count * 0.8);
  return { world, count, timeOf: (seq) => START_MS + seq * STEP_MS + (seq > leapAt ? DAY_MS : 0) };
}

/**
 * How many commands bring everybody's money before the run begins: the bots' coins, each person's coins and contract
 * wallet, the insurance.
 */
export function moneyCommands({ people, coins, perps }: World): number {
  return 2 * (coins.length + perps.length) + people.length * (coins.length + 1) + 1;
}
