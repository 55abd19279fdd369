// Parts of the program that come when they are wanted, asked for until they are there.

const ADDRESS = /https?:\/\/\S+\.js/;

/**
 * A loader that may be called again after it failed, and loads once. Some browsers (Chromium 150) remember that a
 * module could not be fetched and never ask for it again; with another query it is another module. What the part itself
 * imports is not covered: that takes a new page.
 */
export function importWithRetry<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | null = null;
  let address = '';
  let tries = 0;
  const retry = (): Promise<T> => import(/* @vite-ignore */ `${address}?again=${(tries += 1)}`);
  return () =>
    (coming ??= (address === '' ? load() : retry()).catch((cause: unknown) => {
      coming = null;
      // The browser's words name the module that it asked for; nobody else's is.
      const named = ADDRESS.exec(String(cause))?.[0] ?? '';
      if (address === '' && named.startsWith(`${window.location.origin}/`)) address = named;
      throw cause;
    }));
}
