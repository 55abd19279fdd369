// Tables as CSV, safe from formula injection.

/**
 * One CSV cell, quoted where needed. Text that a spreadsheet would read as a formula is prefixed with an apostrophe, as
 * in the exchange's own files: some read the wide forms of `=+@-` as these.
 */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+@'\t\r\n\uff1d\uff0b\uff20\uff0d-]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV with a header line and the columns of `fields`. Absent values are empty. */
export function csvOf<T extends object>(list: readonly T[], fields: readonly (keyof T & string)[]): string {
  const rows = list.map((line) => fields.map((field) => csvCell((line[field] ?? '') as string | number)).join(','));
  return `${[fields.join(','), ...rows].join('\r\n')}\r\n`;
}
