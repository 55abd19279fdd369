// Child process of the kill test: an exchange under order load that prints what it answered.
import { isBot } from '../../../../server/exchange/command.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { openPostgres } from '../../../../server/store/postgres/postgres-store.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import { commandStream } from '../../../support/exchange/random-commands.ts';
import { testInstruments } from '../../../support/exchange/spot-fixture.ts';
import { ownJournalOf } from '../../../support/server/own-journal.ts';
import { print } from '../../../support/data/print.ts';

/** Built beside this file. */
const ROWS_THREAD = new URL('./rows-thread.mjs', import.meta.url);
/** Commands in progress at once: several groups, so that the kill finds some applied, committing and waiting. */
const UNDER_WAY = 400;

const [where = '', round] = process.argv.slice(2);
/** In every other round SQLite's log is checkpointed with nearly every group. */
const often = Number(round) % 2 === 0 ? { rowsBetweenMoves: 300 } : {};
const store = await (where.includes('://') ? openPostgres(where) : openSqlite(where, often));
const sequencer = await createSequencer({
  ...ownJournalOf({ where }, store, testInstruments(), ROWS_THREAD),
  now: Date.now,
});
const commands = commandStream(Number(round), 10_000_000, () => sequencer.machine.counters().orderId);
print('ready\n');

async function load(): Promise<void> {
  for (const command of commands) {
    const { answer, seq } = await sequencer.submit(command);
    if (command.kind === 'placeSpot' && !('code' in answer)) {
      const { id, dealLots, dealUnits, status } = answer.orders[0]!;
      print(`order ${command.uid} ${command.clientNo} ${id} ${dealLots} ${dealUnits} ${status}\n`);
    } else if (!isBot(command.uid)) {
      // What bots do among themselves is answered before it is stored.
      print(`seq ${seq}\n`);
    }
  }
}

await Promise.all(Array.from({ length: UNDER_WAY }, load));
