// Pages loaded on demand: a chunk that does not come is an error of ours, with a time limit and a way to try again.
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { loadWords } from '../../locales/i18n.ts';
import type { Area } from '../../locales/languages.ts';

/** A chunk that has not come after this long is given up (docs/specification.md 9). */
const CHUNK_TIMEOUT_MS = 120_000;

/**
 * A part of the program could not be loaded. The router would answer the browser's own error by reloading the page, and
 * lose what was typed.
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
 * The component `name` of a module that is loaded when its route is first met, with the words it says beyond the
 * shell's.
 */
export function lazyPage<K extends string, M extends Record<K, ComponentType>>(
  load: () => Promise<M>,
  name: K,
  areas: readonly Area[] = [],
) {
  const fetchPage = importWithRetry(load);
  return lazyRouteComponent(
    () => withinTime(Promise.all([fetchPage(), loadWords(areas)]).then(([page]) => page)),
    name,
  );
}
