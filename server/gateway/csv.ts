// CSV files (RFC 4180) with a header, safe to open in a spreadsheet.

/** Lines in one file, newest first; `hasMore` in the response means that there are older ones. */
export const MAX_CSV_LINES = 10_000;

export function csvOf<T extends object>(columns: readonly (keyof T & string)[], lines: readonly T[]): string {
  return [columns.join(','), ...lines.map((line) => columns.map((name) => cell(line[name])).join(','))]
    .map((row) => `${row}\r\n`)
    .join('');
}

/**
 * Prefixes an apostrophe to a text that a spreadsheet would run as a formula, and to one that begins with an
 * apostrophe, so that it can be removed again. Some read the wide forms of `=+@-` as these. Numbers may have a sign.
 */
function cell(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  const safe = /^[=+@'\t\r\n\uff1d\uff0b\uff20\uff0d-]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
