// Order of trades in messages and answers, whose rows ascend or descend by id.
import type { Rows } from '../decode/rows.ts';

/** Appends the rows of a message, which ascend or descend, oldest first. */
export function addAscending({ data, width, count }: Rows, to: Rows): void {
  const descending = count > 1 && data[0]! > data[(count - 1) * width]!;
  for (let i = 0; i < count; i++) {
    const from = (descending ? count - 1 - i : i) * width;
    const at = to.add();
    for (let field = 0; field < width; field++) to.data[at + field] = data[from + field]!;
  }
}

/** Newest id of rows in either order; NaN without rows. */
export function newest({ data, width, count }: Rows): number {
  return count === 0 ? NaN : Math.max(data[0]!, data[(count - 1) * width]!);
}

/** Smallest id above `id` among the rows; -Infinity without one, or when `id` is NaN. */
export function oldestAfter({ data, width, count }: Rows, id: number): number {
  let oldest = Infinity;
  for (let at = 0; at < count * width; at += width) if (data[at]! > id && data[at]! < oldest) oldest = data[at]!;
  return oldest === Infinity ? -Infinity : oldest;
}

/** Offsets of the rows by ascending id; null when they ascend already. */
export function orderById({ data, width, count }: Rows): number[] | null {
  let ascending = true;
  for (let at = width; at < count * width; at += width) ascending &&= data[at]! >= data[at - width]!;
  if (ascending) return null;
  return Array.from({ length: count }, (_, i) => i * width).sort((a, b) => data[a]! - data[b]!);
}
