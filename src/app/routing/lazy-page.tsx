// Pages loaded on demand, with a time limit and a retry; a chunk that fails throws ChunkError.
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { importWithRetry } from '../../api/import-with-retry.ts';
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

async function withinTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`no chunk after ${CHUNK_TIMEOUT_MS} ms`)), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } catch (cause) {
    throw new ChunkError(cause);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Route component: the export `name` of a module that is imported on the first visit, together with the texts of
 * `areas`.
 */
export function lazyPage<K extends string, M extends Record<K, ComponentType>>(
  load: () => Promise<M>,
  name: K,
  areas: readonly Namespace[] = [],
) {
  const fetchPage = importWithRetry(load);
  return lazyRouteComponent(
    () => withinTime(Promise.all([fetchPage(), loadNamespaces(areas)]).then(([page]) => page)),
    name,
  );
}
