// The stores an archive reads: of blocks, of indexes and of digests; here of a remote object store.
import { DAY_MS } from '../../../core/units/durations.ts';
import type { ArchiveStore, Day, DayFile } from '../archive-store.ts';
import type { BlockRow } from '../block-columns.ts';
import { DigestFiles, LEVELS } from '../tiles/digest-files.ts';
import type { RemoteObjects } from './remote-objects.ts';

/** What an archive is read from. */
export interface ArchiveStores {
  store: ArchiveStore;
  indexes: ArchiveStore;
  digests: DigestFiles;
}

/** The stores of an archive, one made for each suffix. */
export function archiveStores(store: (suffix: string) => ArchiveStore): ArchiveStores {
  return {
    store: store('blocks'),
    indexes: store('index'),
    digests: new DigestFiles(LEVELS.map(({ suffix }) => store(suffix.slice(1)))),
  };
}

export function objectName(suffix: string, coinInfoId: number, day: Day): string {
  return `${suffix}/${coinInfoId}/${day}`;
}

/** Objects of one suffix, as an archive reads them: writes are refused. */
export function readOnlyStore(remote: RemoteObjects, suffix: string): ArchiveStore {
  const refuse = (): Promise<never> => Promise.reject(new Error('this process only reads the archive'));
  return {
    list: () => Promise.resolve(listOf(remote, suffix)),
    size: (coinInfoId, day) => Promise.resolve(remote.map.sizeOf(objectName(suffix, coinInfoId, day))),
    read: (coinInfoId, day, offset, length) => remote.read(objectName(suffix, coinInfoId, day), offset, length),
    heads: (coinInfoId, day) => headsOf(remote, objectName(suffix, coinInfoId, day), day),
    append: refuse,
    delete: refuse,
  };
}

/** Objects of a suffix, by market and day. */
function listOf({ map }: RemoteObjects, suffix: string): DayFile[] {
  const files: DayFile[] = [];
  for (const [name] of map.entries()) {
    const [own, market, day = ''] = name.split('/');
    if (own === suffix) files.push({ coinInfoId: Number(market), day, bytes: map.sizeOf(name) });
  }
  return files.toSorted((a, b) => a.coinInfoId - b.coinInfoId || (a.day < b.day ? -1 : 1));
}

/** Heads of all blocks of a day; null where they are not known without reading it. */
function headsOf({ map }: RemoteObjects, name: string, day: Day): BlockRow[] | null {
  const dayNumber = Date.parse(day) / DAY_MS;
  const rows = map.get(name)?.rows ?? null;
  return (
    rows &&
    rows.map(({ row: [number, fromTs, toTs, flags], offset, bytes }) => ({
      number,
      fromTs,
      toTs,
      flags,
      offset,
      bytes,
      dayNumber,
    }))
  );
}
