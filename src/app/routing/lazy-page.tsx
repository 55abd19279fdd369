// Pages loaded on demand, with a time limit and a retry; a chunk that fails throws ChunkError.
import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement, use } from 'react';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { withinTime } from '../../api/within-time.ts';
import { loadNamespaces } from '../../locales/i18n.ts';
import type { Namespace } from '../../locales/namespaces.ts';

/** Time limit of a chunk (docs/specification.md 9). */
const CHUNK_TIMEOUT_MS = 120_000;

/**
 * A chunk could not be loaded. It replaces the browser's own import error, which the router would handle by reloading
 * the page and losing the user's input.
 */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('a part of the page could not be loaded', { cause });
    this.name = 'ChunkError';
  }
}

/** Throws ChunkError when it fails, or takes too long. */
async function chunkOf<T>(loading: Promise<T>): Promise<T> {
  try {
    return await withinTime(loading, CHUNK_TIMEOUT_MS, `no chunk after ${CHUNK_TIMEOUT_MS} ms`);
  } catch (cause) {
    throw new ChunkError(cause);
  }
}

/**
 * Route component: the export `name` of a module that is imported on the first visit, together with the texts of
 * `namespaces`. After a failed load it throws a ChunkError until `preload`, which the router calls, succeeds.
 */
export function lazyPage<K extends string, M extends Record<K, ComponentType>>(
  load: () => Promise<M>,
  name: K,
  namespaces: readonly Namespace[] = [],
): RouteComponent & { preload: () => Promise<void> } {
  const fetchPage = importWithRetry(load);
  let loading: Promise<ComponentType> | null = null;
  let failed = false;
  const start = (): Promise<ComponentType> => {
    if (loading && !failed) return loading;
    failed = false;
    const page = chunkOf(Promise.all([fetchPage(), loadNamespaces(namespaces)])).then(([module]) => module[name]);
    page.then(
      // React reads these of a promise that is settled: a page that was preloaded is not waited for.
      (value) => Object.assign(page, { status: 'fulfilled', value }),
      () => (failed = true),
    );
    return (loading = page);
  };
  /** Calls `use` in every render: React counts on it (https://react.dev/warnings/conditional-use-of-use). */
  function LazyPage() {
    return createElement(use(loading ?? start()));
  }
  const settled = (): void => undefined;
  return Object.assign(LazyPage, { preload: () => start().then(settled, settled) });
}
