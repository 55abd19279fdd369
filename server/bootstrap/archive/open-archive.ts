// Opens the archive of the market that is shown: the own one, a watched venue or the replay of a recording.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMs } from '../../../core/units/time.ts';
import { Archive, type ArchiveOptions } from '../../archive/archive.ts';
import { ARCHIVE_FOLDER, ArchiveFiles } from '../../archive/archive-files.ts';
import { dayIndexesIn } from '../../archive/day-index.ts';
import { type DayFileStore, DayFiles } from '../../archive/files/day-files.ts';
import { StoredDayFiles } from '../../archive/files/stored-day-files.ts';
import type { ObjectStore } from '../../archive/objects/object-store.ts';
import { FollowedArchive } from '../../archive/followed/followed-archive.ts';
import { prefixedObjects } from '../../archive/objects/prefixed-objects.ts';
import { archiveStores } from '../../archive/objects/archive-stores.ts';
import { S3Objects, parseS3Address } from '../../archive/objects/s3-objects.ts';
import { SegmentArchive } from '../../archive/objects/segment-archive.ts';
import { digestFilesIn } from '../../archive/tiles/digest-files.ts';
import type { Feed } from '../../feed/feed.ts';
import { logError, logSeldom } from '../../gateway/monitoring/log.ts';
import { isOwnMarket, tapeStart } from '../../venues/market-modes.ts';
import type { Config } from '../config.ts';

/** Folder of a watched source within the archive: all sources number their markets alike. "" for the own market. */
function sourceFolder(market: string): string {
  if (isOwnMarket(market)) return '';
  return market.startsWith('live:') ? market.replace(':', '-') : 'replay';
}

export function archiveFolder({ dataDir, market }: Pick<Config, 'dataDir' | 'market'>): string {
  return join(dataDir, ARCHIVE_FOLDER, sourceFolder(market));
}

/** The store of an address that the settings accept, with the objects of this source. */
export async function objectStoreOf(url: string, market: string): Promise<ObjectStore> {
  const objects = await wholeStoreOf(url);
  const folder = sourceFolder(market);
  return folder === '' ? objects : prefixedObjects(objects, `${folder}/`);
}

async function wholeStoreOf(url: string): Promise<ObjectStore> {
  const s3 = parseS3Address(url);
  if (s3) return new S3Objects(s3);
  // The client is loaded where there is a server alone: it takes a tenth of a second.
  const { PostgresObjects } = await import('../../archive/objects/postgres-objects.ts');
  return new PostgresObjects(url);
}

/**
 * Records what the feed applies from now on; with a store elsewhere, from when it can be read. Null where nothing is
 * recorded: it is switched off, or the folder cannot be read, which is logged: an exchange trades without its archive.
 * A replay is recorded from its beginning each time, by its own clock, and always on this machine.
 * `isLater`: the caller opens it with `openLater`; until then nothing is recorded.
 */
export async function openArchive(
  config: Config,
  feed: Feed,
  now: () => EpochMs,
  isLater: boolean,
): Promise<Archive | null> {
  const { archiveDays, archiveMaxBytes, archiveFiles, archiveUrl, market } = config;
  if (archiveDays === 0) return null;
  const folder = archiveFolder(config);
  const onError = logSeldom('archive.write_failed');
  const common = {
    markets: [...feed.markets()],
    limits: { maxDays: archiveDays, maxBytes: archiveMaxBytes },
    onError,
    subscribe: (record: Archive['record']) => void feed.onApplied(record),
  };
  const filesIn = (days: DayFileStore) =>
    archiveFiles ? { days, gridsOf: (id: number) => feed.market(id)!.instrument } : null;
  try {
    const startMs = await tapeStart(market);
    if (startMs !== null) await rm(folder, { recursive: true, force: true });
    if (archiveUrl !== null && startMs === null) {
      const objects = await objectStoreOf(archiveUrl, market);
      const onStoreError = logSeldom('archive.store_failed');
      const remote = new SegmentArchive({
        objects,
        folder: join(folder, 'segments'),
        maxLocalBytes: config.archiveLocalBytes,
        now,
        onError: onStoreError,
      });
      const days = new StoredDayFiles({ objects, local: new DayFiles(folder), onError: onStoreError });
      const stores = archiveStores((suffix) => remote.store(suffix));
      const archive = new Archive({ ...common, ...stores, files: filesIn(days), now, remote });
      if (!isLater) archive.openLater();
      return archive;
    }
    const options: ArchiveOptions = {
      ...common,
      files: filesIn(new DayFiles(folder)),
      store: new ArchiveFiles(folder),
      indexes: dayIndexesIn(folder),
      digests: digestFilesIn(folder),
      // After the last event: in its own millisecond more may happen.
      now: startMs === null ? now : () => Math.max(startMs, feed.clock() + 1),
    };
    return isLater ? new Archive(options) : await Archive.open(options);
  } catch (error) {
    logError('archive.open_failed', error);
    return null;
  }
}

/** Where a cluster's engine records. Null where no store is named that all nodes reach. */
export async function followedStoreOf({ archiveDays, archiveUrl, market }: Config): Promise<ObjectStore | null> {
  return archiveUrl === null || archiveDays === 0 ? null : objectStoreOf(archiveUrl, market);
}

/** The archive that a cluster's engine records in that store. */
export function followArchive(
  objects: ObjectStore,
  feed: Feed,
  knownMs: () => EpochMs,
  now: () => EpochMs,
): FollowedArchive {
  const archive = new FollowedArchive({
    objects,
    coinInfoIds: Array.from(feed.markets(), ({ id }) => id),
    knownMs,
    now,
    onError: (error) => logError('archive.follow_failed', error),
  });
  feed.onApplied((events, ts) => archive.changed(events, ts));
  return archive;
}
