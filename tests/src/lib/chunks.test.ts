// The list of lazily loaded modules: every path exists, and chunks are recognised by their files.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AFTER_HOME,
  AFTER_START,
  CHART_HOST,
  FIRST_SCREENS,
  type FirstScreen,
  MARKET_WORKER,
  OFFLINE_START,
  SHARED_CHUNK,
  chunkName,
  firstVisit,
  isChunkOf,
  isModule,
} from '../../../src/lib/chunks.ts';
import { ROOT } from '../../support/data/shared-file.ts';

describe('chunks', () => {
  it('lists modules that exist', () => {
    const listed: string[] = [...AFTER_HOME, ...AFTER_START, ...OFFLINE_START, CHART_HOST, MARKET_WORKER];
    for (const screen of Object.keys(FIRST_SCREENS)) listed.push(...firstVisit(screen as FirstScreen, 'de-DE'));
    expect(listed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('recognises a module by its absolute path and by its path in the manifest', () => {
    expect(isModule('/x/src/features/home/home-page.tsx', OFFLINE_START)).toBe(true);
    expect(isModule('src/features/home/home-page.tsx', OFFLINE_START)).toBe(true);
    expect(isModule('/x/src/features/trade/trade-page.tsx', OFFLINE_START)).toBe(false);
    expect(isModule('', OFFLINE_START)).toBe(false);
  });

  it('recognises the file of a chunk by its name and hash', () => {
    expect(chunkName(MARKET_WORKER)).toBe('market.worker');
    expect(isChunkOf(MARKET_WORKER, 'assets/market.worker-B_x-1.js')).toBe(true);
    expect(isChunkOf(MARKET_WORKER, 'assets/market.worker-B_x-1.js.gz')).toBe(false);
    expect(isChunkOf(MARKET_WORKER, 'assets/supermarket.worker-1.js')).toBe(false);
    expect(isChunkOf(MARKET_WORKER, 'assets/marketxworker-1.js')).toBe(false);
  });

  it('shares small modules of home, with their styles', () => {
    expect(SHARED_CHUNK.test('/x/src/components/market/coin-icon.module.css')).toBe(true);
    expect(SHARED_CHUNK.test('/x/src/components/market/market-picker.tsx')).toBe(false);
  });
});
