// The smaller and the larger of two amounts: `Math.min` and `Math.max` take no bigints.

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
