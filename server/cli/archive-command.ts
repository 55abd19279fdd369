// Command line of `archive`: verifies what was recorded.
import { existsSync } from 'node:fs';
import { ArchiveFiles } from '../archive/archive-files.ts';
import { DayFiles } from '../archive/files/day-files.ts';
import { StoredDayFiles } from '../archive/files/stored-day-files.ts';
import { RemoteObjects } from '../archive/objects/remote-objects.ts';
import { readOnlyStore } from '../archive/objects/archive-stores.ts';
import { type Verification, verifyArchive } from '../archive/verify-archive.ts';
import { type Config, ConfigError, readConfig } from '../bootstrap/config.ts';
import { archiveFolder, objectStoreOf } from '../bootstrap/archive/open-archive.ts';

const USAGE = 'npm run archive -- verify    checks every block and file of the archive, while the exchange runs or not';

/** Returns the lines to print. Throws Error with a sentence for the operator, also when the archive has a fault. */
export async function archiveCommand(args: string[], env: Record<string, string | undefined>): Promise<string[]> {
  if (args.length !== 1 || args[0] !== 'verify') throw new ConfigError(`How to:\n${USAGE}`);
  const config = readConfig(env);
  const folder = archiveFolder(config);
  const { markets, blocks, events, seams, files, faults } = await verifyAll(config, folder);
  if (faults.length > 0) throw new Error(`The archive has ${faults.length} faults:\n${faults.slice(0, 20).join('\n')}`);
  return [
    `${markets} markets, ${blocks} blocks, ${events} events, ${seams} seams: whole, and chained without a fault`,
    ...(files > 0 ? [`${files} files of finished days: as they were listed`] : []),
  ];
}

/** Of a store elsewhere, what is stored there: what still waits on this machine is not in it, but for its files. */
async function verifyAll({ archiveUrl, market }: Config, folder: string): Promise<Verification & { files: number }> {
  const local = new DayFiles(folder);
  if (archiveUrl === null || market.startsWith('replay:')) {
    if (!existsSync(folder)) throw new ConfigError(`There is no archive in ${folder}.`);
    return joined(await verifyArchive(new ArchiveFiles(folder)), await local.verify());
  }
  const objects = await objectStoreOf(archiveUrl, market);
  try {
    const remote = new RemoteObjects(objects, null);
    await remote.load();
    const stored = new StoredDayFiles({ objects, local: null, onError: () => undefined }); // `verify` names the list
    return joined(await verifyArchive(readOnlyStore(remote, 'blocks')), await stored.verify(), await local.verify());
  } finally {
    await objects.close();
  }
}

function joined(
  blocks: Verification,
  ...checks: { files: number; faults: string[] }[]
): Verification & { files: number } {
  const files = checks.reduce((sum, check) => sum + check.files, 0);
  return { ...blocks, files, faults: [...blocks.faults, ...checks.flatMap(({ faults }) => faults)] };
}
