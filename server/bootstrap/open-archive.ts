// Opens the archive of the market that is shown: the own one, a watched venue or the replay of a recording.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMs } from '../../core/units/time.ts';
import { Archive } from '../archive/archive.ts';
import { ARCHIVE_FOLDER, ArchiveFiles } from '../archive/archive-files.ts';
import { dayIndexesIn } from '../archive/day-index.ts';
import { DayFiles } from '../archive/files/day-files.ts';
import { digestFilesIn } from '../archive/tiles/digest-files.ts';
import type { Feed } from '../feed/feed.ts';
import { logError } from '../gateway/monitoring/log.ts';
import { isOwnMarket, tapeStart } from '../venues/market-modes.ts';
import type { Config } from './config.ts';

/** Folder of the archive: each watched source has its own, because all of them number their markets alike. */
export function archiveFolder({ dataDir, market }: Pick<Config, 'dataDir' | 'market'>): string {
  const folder = join(dataDir, ARCHIVE_FOLDER);
  if (isOwnMarket(market)) return folder;
  return join(folder, market.startsWith('live:') ? market.replace(':', '-') : 'replay');
}

/**
 * Records what the feed applies from now on. Null where nothing is recorded: it is switched off, or the folder cannot be
 * read, which is logged: an exchange trades without its archive. A replay is recorded anew each time, by its own clock.
 */
export async function openArchive(config: Config, feed: Feed, now: () => EpochMs): Promise<Archive | null> {
  const { archiveDays, archiveMaxBytes, archiveFiles, market } = config;
  if (archiveDays === 0) return null;
  try {
    const folder = archiveFolder(config);
    const startMs = await tapeStart(market);
    if (startMs !== null) await rm(folder, { recursive: true, force: true });
    const archive = await Archive.open({
      store: new ArchiveFiles(folder),
      indexes: dayIndexesIn(folder),
      digests: digestFilesIn(folder),
      files: archiveFiles ? { days: new DayFiles(folder), gridsOf: (id) => feed.market(id)!.instrument } : null,
      markets: feed.markets(),
      limits: { maxDays: archiveDays, maxBytes: archiveMaxBytes },
      // After the last event: in its own millisecond more may happen.
      now: startMs === null ? now : () => Math.max(startMs, feed.clock() + 1),
      onError: (error) => logError('archive.write_failed', error),
    });
    feed.onApplied((events, ts) => archive.record(events, ts));
    return archive;
  } catch (error) {
    logError('archive.open_failed', error);
    return null;
  }
}
