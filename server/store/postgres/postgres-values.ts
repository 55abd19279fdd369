// Converts statements and values between our SQL and PostgreSQL: parameters, types, exact integers.
import type { Value } from '../store.ts';

/** Type ids of PostgreSQL (pg_type.oid). 0: the server infers the type from the context. */
const OID = {
  inferred: 0,
  bool: 16,
  bytes: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  float4: 700,
  float8: 701,
  numeric: 1700,
};

/** Types of table definitions that differ: 64 bits, or bytes, in SQLite. */
const COLUMN_TYPES: [RegExp, string][] = [
  [/\bINTEGER\b/gi, 'BIGINT'],
  [/\bBLOB\b/gi, 'BYTEA'],
  [/\bREAL\b/gi, 'DOUBLE PRECISION'],
];

/** The statement with `$1`, `$2` ... for `?` (not inside quotes), and table columns as wide as in SQLite. */
export function toPostgresSql(sql: string): string {
  let at = 0;
  const text = sql.replace(/'[^']*'|"[^"]*"|\?/g, (part) => (part === '?' ? `$${(at += 1)}` : part));
  if (!/^\s*(CREATE|ALTER)\s+TABLE\b/i.test(text)) return text;
  return COLUMN_TYPES.reduce((whole, [word, type]) => whole.replace(word, type), text);
}

/** One type for each column of parameters: that of its first value; any fraction makes it a column of doubles. */
export function parameterTypes(rows: Value[][]): number[] {
  const types = Array.from({ length: rows[0]?.length ?? 0 }, () => OID.inferred);
  for (const row of rows) {
    for (let column = 0; column < types.length; column += 1) {
      const type = typeOf(row[column] ?? null);
      if (types[column] === OID.inferred || type === OID.float8) types[column] = type;
    }
  }
  return types;
}

function typeOf(value: Value): number {
  if (typeof value === 'bigint') return OID.int8;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? OID.int8 : OID.float8;
  return value instanceof Uint8Array ? OID.bytes : OID.inferred;
}

/** A value as it is sent: text, or bytes. PostgreSQL has no NUL in text; it becomes U+FFFD. */
export function encodeValue(value: Value): string | Buffer | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : String(value);
}

/**
 * A field of an answer. Integers of every width, and sums of them (numeric without a fraction), are bigint; booleans
 * are 1n or 0n as in SQLite.
 */
export function decodeValue(type: number, text: string | null): Value {
  if (text === null) return null;
  if (type === OID.int8 || type === OID.int4 || type === OID.int2 || type === OID.oid) return BigInt(text);
  if (type === OID.numeric) return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
  if (type === OID.float8 || type === OID.float4) return Number(text);
  if (type === OID.bool) return text === 't' ? 1n : 0n;
  return type === OID.bytes ? new Uint8Array(Buffer.from(text.slice(2), 'hex')) : text;
}
