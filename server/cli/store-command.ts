// The commands `backup`, `restore` and `migrate-store` as a person types them: settings from the environment, figures
// on the page.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../bootstrap/config.ts';
import type { Digest } from '../store/digest.ts';
import { backup } from './backup.ts';
import type { AuditLedger } from './backup-digest.ts';
import { migrateStore } from './migrate-store.ts';
import { restore } from './restore.ts';

const HOW = [
  'npm run backup -- FILE     everything as of one moment into a new file, while the exchange runs or not',
  'npm run restore -- FILE    a backup into an empty store and data folder',
  'npm run migrate-store      the rows of DATA_DIR into an empty DATABASE_URL',
  'Where: DATA_DIR (absent: data) and DATABASE_URL, as for npm start.',
];
/** Files that each command takes. */
const FILES: Record<string, number> = { backup: 1, restore: 1, 'migrate-store': 0 };

/** Answers what to print. Throws Error with a sentence for the operator. */
export async function storeCommand(
  args: string[],
  env: Record<string, string | undefined>,
  auditLedger: AuditLedger,
): Promise<string[]> {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  if (values.help) return HOW;
  const [command = '', ...words] = positionals;
  const files = FILES[command];
  const option = tokens.find((token) => token.kind === 'option');
  if (files === undefined) throw new ConfigError(`There is no command "${command}". How to:\n${HOW.join('\n')}`);
  if (option) throw new ConfigError(`"${option.rawName}" is no option of ${command}. How to:\n${HOW.join('\n')}`);
  if (words.length !== files || words[0] === '')
    throw new ConfigError(
      `${command} takes ${files === 0 ? 'no file' : 'one file'}, and was given ${words.length}. How to:\n${HOW.join('\n')}`,
    );
  const place = readConfig(env);
  if (command === 'migrate-store') {
    const { from, to } = await migrateStore(place);
    return [countOf(to), `ledger of the folder   ${from.ledger}`, `ledger of the database ${to.ledger}`];
  }
  const path = resolve(words[0] ?? '');
  if (command === 'backup') {
    const { digest, files: beside } = await backup(place, path);
    return [
      `${path}: ${countOf(digest)}, ${beside} files; keep it as safe as the data folder, its keys are inside`,
      `ledger ${digest.ledger}`,
    ];
  }
  const { from, to, signed } = await restore(place, path, auditLedger);
  return [
    ...(signed
      ? []
      : [
          'This backup is of an older version and carries no digest: what is in it was copied whole, and its ledger adds up',
        ]),
    countOf(to),
    `ledger of the backup ${from.ledger}`,
    `ledger of the store  ${to.ledger}`,
  ];
}

function countOf({ tables }: Digest): string {
  const totals = Object.values(tables);
  return `${totals.reduce((rows, table) => rows + table.rows, 0)} rows in ${totals.length} tables`;
}
