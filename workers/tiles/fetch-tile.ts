// One request for a tile over HTTP, and what came of it.

/** `later`: the exchange is busy, or cannot be reached; `delayMs` where it named a time. */
export type TileBytes =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'missing' }
  | { kind: 'later'; delayMs: number | null };

/** Throws when `signal` ends it; no other failure throws. */
export type FetchTile = (address: string, signal: AbortSignal) => Promise<TileBytes>;

const BINARY = 'application/octet-stream';

/** Requests below the base address of the calls. Finished tiles come from the browser's own store when it has them. */
export function tileFetch(apiBase: string): FetchTile {
  return async (address, signal) => {
    try {
      const response = await fetch(apiBase + address, { signal, credentials: 'omit' });
      if (response.ok && response.headers.get('content-type') === BINARY)
        return { kind: 'bytes', bytes: new Uint8Array(await response.arrayBuffer()) };
      await response.body?.cancel();
      if (response.status === 404 || response.status === 400) return { kind: 'missing' };
      const seconds = Number(response.headers.get('retry-after'));
      return { kind: 'later', delayMs: seconds > 0 ? seconds * 1000 : null };
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'later', delayMs: null };
    }
  };
}
