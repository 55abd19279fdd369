// Dynamic imports that can be retried after a network failure.

const ADDRESS = /https?:\/\/\S+\.js/;

/**
 * Wraps a dynamic import: successful loads are cached, failed ones may be retried by calling again. Some browsers
 * (Chromium 150) cache the failure of a module and never request it again, so a retry adds a query and thereby names
 * another module. The static imports of the module are not covered: they need a page reload.
 */
export function importWithRetry<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | null = null;
  let address = '';
  let tries = 0;
  const retry = (): Promise<T> => import(/* @vite-ignore */ `${address}?again=${(tries += 1)}`);
  return () =>
    (coming ??= (address === '' ? load() : retry()).catch((cause: unknown) => {
      coming = null;
      // The browser's error message contains the module's address. Addresses of other origins are ignored.
      const named = ADDRESS.exec(String(cause))?.[0] ?? '';
      if (address === '' && named.startsWith(`${window.location.origin}/`)) address = named;
      throw cause;
    }));
}
