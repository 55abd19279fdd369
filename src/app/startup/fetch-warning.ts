// The console's line about something that could not be fetched at the start; the page works without it.

export const warnFetchFailed =
  (what: string) =>
  (cause: unknown): void =>
    console.warn(`${what} fetch failed`, cause);
