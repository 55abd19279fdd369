// The code of an error of the operating system, of Node or of a database.

/** "ENOENT", "SQLITE_BUSY", "53100" and the like; '' where the error has none. */
export function errorCode(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : '';
}
