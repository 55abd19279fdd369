// The code of an error of the operating system, of Node or of a database.

/** What the embedded database's driver reports in words alone, and the code of the same error. */
const DRIVER_WORDS: [RegExp, string][] = [
  [/\(os error 24\)/, 'EMFILE'],
  [/\(os error 23\)/, 'ENFILE'],
  [/^ConnectionFailed\(".*: 14"\)$/, 'SQLITE_CANTOPEN'],
];

/** "ENOENT", "SQLITE_BUSY", "53100" and the like; '' where the error has none. */
export function errorCode(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  if (hasCode && typeof error.code === 'string' && error.code !== '') return error.code;
  const words = error instanceof Error ? error.message : '';
  return DRIVER_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? '';
}
