// The commands `backup`, `restore` and `migrate-store` as a person types them: settings from the environment, figures on the page.
import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import type { Digest } from '../store/digest.ts';
import { backup } from './backup.ts';
import { migrateStore } from './migrate-store.ts';
import { restore } from './restore.ts';

const HOW = 'npm run backup -- FILE, npm run restore -- FILE, or npm run migrate-store';

/** Answers what to print. Throws Error with a sentence for the operator. */
export async function storeCommand([command, file]: string[], env: Record<string, string | undefined>): Promise<string[]> {
  const place = readConfig(env);
  if (command === 'migrate-store') {
    const { from, to } = await migrateStore(place);
    return [countOf(to), `ledger of the folder   ${from.ledger}`, `ledger of the database ${to.ledger}`];
  }
  if (file === undefined || (command !== 'backup' && command !== 'restore')) throw new ConfigError(`How to: ${HOW}`);
  const path = resolve(file);
  if (command === 'backup') {
    const { digest, files } = await backup(place, path);
    return [`${path}: ${countOf(digest)}, ${files} files; keep it as safe as the data folder, its keys are inside`, `ledger ${digest.ledger}`];
  }
  const { from, to } = await restore(place, path);
  return [countOf(to), `ledger of the backup ${from.ledger}`, `ledger of the store  ${to.ledger}`];
}

function countOf({ tables }: Digest): string {
  const totals = Object.values(tables);
  return `${totals.reduce((rows, table) => rows + table.rows, 0)} rows in ${totals.length} tables`;
}
