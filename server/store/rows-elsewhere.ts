// A mark in a data folder whose exchange has its rows in PostgreSQL, and what is refused by it.
// Without it a start that lacks the address, or has that of an empty database, would begin another exchange in silence.
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_MODE } from './private-folder.ts';

/** The embedded store's file in the data folder. */
export const STORE_FILE = 'exchange.db';
/** The mark; a backup leaves it out, as it does everything whose name begins like the store's. */
const ELSEWHERE = `${STORE_FILE}-elsewhere`;
const ANOTHER = 'or choose another folder with DATA_DIR for a new exchange';

/** Throws Error, with a sentence for the operator, where the folder's own rows are not the exchange's. */
export function refuseOwnRows(dataDir: string): void {
  const mark = join(dataDir, ELSEWHERE);
  if (existsSync(mark))
    throw new Error(
      `The exchange of the data folder ${dataDir} has its rows in PostgreSQL, as ${mark} notes: set DATABASE_URL, ${ANOTHER}. Nothing was changed`,
    );
}

/** For a database without an exchange. Throws Error, with a sentence for the operator, where the folder has one. */
export function refuseEmptyDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, ELSEWHERE)))
    throw new Error(
      `The database is empty, and the exchange of the data folder ${dataDir} had its rows in PostgreSQL: correct DATABASE_URL, restore a backup, ${ANOTHER}. Nothing was changed`,
    );
  const file = join(dataDir, STORE_FILE);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(
      `The database is empty, and ${file} has an exchange: move it with npm run migrate-store, ${ANOTHER}. Nothing was changed`,
    );
}

/** Durable; does nothing where the mark is there. */
export function markElsewhere(dataDir: string): void {
  const mark = join(dataDir, ELSEWHERE);
  if (!existsSync(mark)) writeFileSync(mark, '', { mode: FILE_MODE, flush: true });
}

/** A restore has filled the folder's own store. */
export function unmarkElsewhere(dataDir: string): void {
  rmSync(join(dataDir, ELSEWHERE), { force: true });
}
