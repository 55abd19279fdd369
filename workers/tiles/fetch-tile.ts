// One request for a tile over HTTP, and what came of it.

import { CODE } from '../../core/errors/errors.ts';

/**
 * `mayChange`: not to be stored, as it may still get trades. `later`: the exchange is busy, or cannot be reached;
 * `delayMs` where it named a time.
 */
export type TileBytes =
  | { kind: 'bytes'; bytes: Uint8Array; mayChange?: boolean }
  | { kind: 'missing' }
  | { kind: 'later'; delayMs: number | null };

/** Throws when `signal` ends it; no other failure throws. */
export type FetchTile = (address: string, signal: AbortSignal) => Promise<TileBytes>;

const BINARY = 'application/octet-stream';

/**
 * Requests below the base address of the calls; finished tiles come from the browser's own store when it has them.
 * `onRefused` is called when tiles begin or end to be refused there.
 */
export function tileFetch(apiBase: string, onRefused: (isRefused: boolean) => void = () => undefined): FetchTile {
  let wasRefused = false;
  const note = (isRefused: boolean): void => {
    if (isRefused !== wasRefused) onRefused(isRefused);
    wasRefused = isRefused;
  };
  return async (address, signal) => {
    try {
      const response = await fetch(apiBase + address, { signal, credentials: 'omit' });
      if (response.ok && response.headers.get('content-type') === BINARY) {
        note(false);
        const mayChange = response.headers.get('cache-control') === 'no-store';
        return { kind: 'bytes', bytes: new Uint8Array(await response.arrayBuffer()), mayChange };
      }
      if (response.status === 404) note(await isOfNoStore(response));
      else await response.body?.cancel();
      if (response.status === 404 || response.status === 400) return { kind: 'missing' };
      const seconds = Number(response.headers.get('retry-after'));
      return { kind: 'later', delayMs: seconds > 0 ? seconds * 1000 : null };
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'later', delayMs: null };
    }
  };
}

/** Whether this address has no past at all. */
async function isOfNoStore(response: Response): Promise<boolean> {
  const answer: unknown = await response.json().catch(() => null); // a proxy's own page
  return typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === CODE.notRecordedHere;
}
