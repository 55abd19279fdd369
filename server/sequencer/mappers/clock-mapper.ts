// The one row with the state of the exchange clock.
import type { ClockState } from '../../exchange/mark/clock-state.ts';
import type { Rows, Value } from '../../store/store.ts';

export const UPSERT_CLOCK = `INSERT INTO exchange_clock (id, head, second, beats) VALUES (1, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET head = excluded.head, second = excluded.second, beats = excluded.beats`;

export function clockValues({ head, second, beats }: ClockState): Value[] {
  return [head, second, beats];
}

/** Null before the first beat. */
export async function readClock(rows: Rows): Promise<ClockState | null> {
  const row = await rows.first<{ head: string; second: bigint; beats: bigint }>(
    'SELECT head, second, beats FROM exchange_clock WHERE id = 1',
  );
  return row ? { head: row.head, second: Number(row.second), beats: Number(row.beats) } : null;
}
