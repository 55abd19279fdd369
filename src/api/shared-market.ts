// Shares this window's market worker with the windows that it opens.
import { marketWorker } from './market-worker.ts';

/** Asks the window's opener to share its market worker: a port comes with it, `lock` is held by the asking window. */
export interface ShareRequest {
  kind: 'fxproShareMarket';
  lock: string;
}

/** Whether a window shares its market worker; false for one that is gone, and for one of another site. */
export function sharesMarket(opener: Window): boolean {
  try {
    return !opener.closed && opener.document.documentElement.dataset['market'] === 'shared';
  } catch {
    return false;
  }
}

function isShareRequest(data: unknown): data is ShareRequest {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'fxproShareMarket';
}

/** Answers the requests of windows of this site. Called once. */
export function shareMarketWorker(): void {
  document.documentElement.dataset['market'] = 'shared';
  window.addEventListener('message', ({ origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || !isShareRequest(data) || !port) return;
    marketWorker()
      .share?.(port, data.lock)
      .catch((cause: unknown) => console.warn('market worker share failed', cause));
  });
}
