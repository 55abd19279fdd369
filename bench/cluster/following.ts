// CPU of a gateway that follows the exchange: a command of users, a command of bots, an order moved.
import { LISTED_INSTRUMENTS } from '../../server/simulation/listed-instruments.ts';
import { seededSource } from '../../server/simulation/random-stream.ts';
import type { Outcome } from '../../server/exchange/outcome.ts';
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import { Machine } from '../../server/exchange/machine.ts';
import type { JournalEntry } from '../../server/sequencer/journal/record-codec.ts';
import { randomCommands } from '../../tests/support/exchange/random-commands.ts';
import { testInstruments } from '../../tests/support/exchange/spot-fixture.ts';
import { VirtualMarket } from '../../tests/server/simulation/virtual-market.ts';
import { followMicros } from './follow-journal.ts';
import { formed } from '../harness/quick.ts';
import { type Row, median } from '../harness/row.ts';

const SEED = 20_261_126;
const MARKET_MS = formed(120_000, 20_000);
const USER_COMMANDS = formed(50_000, 10_000);
const ROUNDS = 3;
const START_MS = 1_800_000_000_000;

/** Commands, the orders that they placed, filled or cancelled, and the state before. */
interface Journal {
  infos: CoinInfo[];
  entries: JournalEntry[];
  ordersMoved: number;
  before: Machine;
}

function ordersIn({ events }: Outcome): number {
  return events.reduce((count, { kind }) => count + (kind === 'order' ? 1 : 0), 0);
}

/** What the bots of all markets do in a span. */
async function botsJournal(): Promise<Journal> {
  const ids = LISTED_INSTRUMENTS.filter(({ pair }) => pair !== '').map(({ id }) => id);
  const market = new VirtualMarket(ids, seededSource(SEED), START_MS);
  const journal: Journal = { infos: LISTED_INSTRUMENTS, entries: [], ordersMoved: 0, before: copyOf(market.machine) };
  const submit = market.submit.bind(market);
  market.submit = (command) => {
    const outcome = submit(command);
    journal.entries.push({ seq: outcome.seq, ts: outcome.ts, command });
    journal.ordersMoved += ordersIn(outcome);
    return outcome;
  };
  await market.run(START_MS + MARKET_MS);
  return journal;
}

function copyOf(machine: Machine): Machine {
  const copy = new Machine(LISTED_INSTRUMENTS.map(instrumentOf));
  copy.restore(machine.snapshot());
  return copy;
}

/** Orders and cancels of users, one a command. */
function usersJournal(): Journal {
  const instruments = testInstruments();
  const machine = new Machine(instruments);
  let ordersMoved = 0;
  const entries = randomCommands(SEED, USER_COMMANDS).map((command, at) => {
    const entry = { seq: at + 1, ts: START_MS + at, command };
    ordersMoved += ordersIn(machine.apply(entry, command));
    return entry;
  });
  return { infos: instruments.map(({ info }) => info), entries, ordersMoved, before: new Machine(instruments) };
}

/** Microseconds of a whole journal. */
async function microsOf({ infos, entries, before }: Journal): Promise<number> {
  const rounds: number[] = [];
  // The first one compiles what the others measure.
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await followMicros(infos, entries, before));
  return median(rounds.slice(1));
}

export async function following(): Promise<Row[]> {
  const users = usersJournal();
  const usersMicros = await microsOf(users);
  const bots = await botsJournal();
  const botsMicros = await microsOf(bots);
  const perUser = usersMicros / users.entries.length;
  const perMoved = botsMicros / bots.ordersMoved;
  const movedEach = (bots.ordersMoved / bots.entries.length).toFixed(1);
  return [
    {
      name: `a followed command of users (${users.entries.length})`,
      value: perUser,
      unit: 'us',
      against: 'limit 15 us',
      ratio: 15 / perUser,
    },
    { name: 'the same for each order moved', value: usersMicros / users.ordersMoved, unit: 'us' },
    {
      name: `a followed command of bots (${bots.entries.length})`,
      value: botsMicros / bots.entries.length,
      unit: 'us',
      against: `it moves ${movedEach} orders`,
    },
    {
      name: 'the same for each order moved',
      value: perMoved,
      unit: 'us',
      against: 'limit 15 us',
      ratio: 15 / perMoved,
    },
    { name: 'following of bots, of one core', value: botsMicros / MARKET_MS / 10, unit: '%' },
  ];
}
