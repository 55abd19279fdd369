// The list of lazily loaded modules: every path exists, and chunks are recognised by their files.
import { existsSync, readdirSync } from 'node:fs';
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
  SHARED_CHUNKS,
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
    const { test } = SHARED_CHUNKS.find(({ name }) => name === 'cells')!;
    expect(test.test('/x/src/components/market/coin-icon.module.css')).toBe(true);
    expect(test.test('/x/src/components/market/market-picker.tsx')).toBe(false);
  });

  it('puts a module into one shared chunk at most, and every listed path is one', () => {
    const sources = ['chart', 'core', 'src'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
    );
    const groups = sources.map((path) => SHARED_CHUNKS.filter(({ test }) => test.test(path)).map(({ name }) => name));
    expect(groups.filter((names) => names.length > 1)).toEqual([]);
    const paths = SHARED_CHUNKS.flatMap(({ test }) => test.source.slice(3, -1).split('|'));
    expect(paths.filter((path) => !sources.some((source) => new RegExp(`^/${path}`).test(source)))).toEqual([]);
  });
});
