// Command line of `backup`, `restore` and `migrate-store`: parses arguments, prints the result.
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../bootstrap/config.ts';
import { sentenceOf } from '../bootstrap/system-errors.ts';
import type { Digest } from '../store/store-digest.ts';
import { backup } from './backup.ts';
import type { AuditLedger } from './backup-digest.ts';
import { migrateStore } from './migrate-store.ts';
import { restore } from './restore.ts';

const USAGE = [
  'npm run backup -- FILE     everything as of one moment into a new file, while the exchange runs or not',
  'npm run restore -- FILE    a backup into an empty store and data folder',
  'npm run migrate-store      the rows of DATA_DIR into an empty DATABASE_URL',
  'Where: DATA_DIR (absent: data) and DATABASE_URL, as for npm start.',
];
/** Number of files each command takes. */
const FILE_COUNT: Record<string, number> = { backup: 1, restore: 1, 'migrate-store': 0 };

/** Returns the lines to print. Throws Error with a sentence for the operator. */
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
  if (values.help) return USAGE;
  const [command = '', ...words] = positionals;
  const files = FILE_COUNT[command];
  const option = tokens.find((token) => token.kind === 'option');
  if (files === undefined) throw new ConfigError(`There is no command "${command}". How to:\n${USAGE.join('\n')}`);
  if (option) throw new ConfigError(`"${option.rawName}" is no option of ${command}. How to:\n${USAGE.join('\n')}`);
  if (words.length !== files || words[0] === '')
    throw new ConfigError(
      `${command} takes ${files === 0 ? 'no file' : 'one file'}, and was given ${words.length}. How to:\n${USAGE.join('\n')}`,
    );
  const location = readConfig(env);
  if (command === 'migrate-store') {
    const { from, to } = await namingDisk(location.dataDir, migrateStore(location));
    return [rowCountLine(to), `ledger of the folder   ${from.ledger}`, `ledger of the database ${to.ledger}`];
  }
  const path = resolve(words[0] ?? '');
  if (command === 'backup') {
    const { digest, files: fileCount } = await namingDisk(dirname(path), backup(location, path));
    return [
      `${path}: ${rowCountLine(digest)}, ${fileCount} files; keep it as safe as the data folder, its keys are inside`,
      `ledger ${digest.ledger}`,
    ];
  }
  const { from, to, signed } = await namingDisk(location.dataDir, restore(location, path, auditLedger));
  return [
    ...(signed
      ? []
      : [
          'This backup is of an older version and carries no digest: what is in it was copied whole, and its ledger adds up',
        ]),
    rowCountLine(to),
    `ledger of the backup ${from.ledger}`,
    `ledger of the store  ${to.ledger}`,
  ];
}

/** The database names no path in the error of a disk: it is that of the folder which is written. */
async function namingDisk<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(sentenceOf(cause, folder), { cause });
  }
}

function rowCountLine({ tables }: Digest): string {
  const totals = Object.values(tables);
  return `${totals.reduce((rows, table) => rows + table.rows, 0)} rows in ${totals.length} tables`;
}
