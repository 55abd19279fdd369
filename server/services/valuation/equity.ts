// Profit from the ledger: equity at each midnight (UTC), what came in and went out between, and what is left is gain or
// loss.
import { SECONDS_STATUS } from '../../../core/orders/binary-option-order.ts';
import type { Units } from '../../../core/units/units.ts';
import { MOST_OWED_UNITS } from '../../exchange/ledger/ledger.ts';
import type { Store } from '../../store/store.ts';

const DAY_MS = 86_400_000;
/** People whose day is closed between two looks at the clock. */
const BATCH = 200;
/** Money that comes or goes without being earned or lost by trading. */
const FLOW_TYPES = [
  'recharge',
  'withdraw',
  'withdraw_refund',
  'spot_manual_add',
  'contract_manual_add',
  'demo_faucet',
  'invite_reward',
];

export interface EquityParts {
  store: Store;
  now(): number;
  /** Worth of both wallets and of open stakes, and of some units of a coin, in USDT units at the present price. */
  equityOf(uid: number): Promise<Units>;
  valueOf(coinId: number, units: Units): Units;
}

/** A day that is closed, or the running one. `profit` is what its flows do not explain. */
interface Day {
  /** Its first moment (UTC), in ms. */
  startTime: number;
  equity: Units;
  profit: Units;
}

export interface Profit {
  today: Units;
  total: Units;
  /** Profit of the span over what it was made with, in 1e-8; 0 where nothing was there. */
  rateE8: bigint;
  days: Day[];
}

interface Row {
  day_start: bigint;
  taken_time: bigint;
  equity: bigint;
  flow: bigint;
}

/** Start of the UTC day of a time. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** Profit of a person from `sinceTime` (0: ever) to now; the series is day by day, the running one last. */
export async function profitOf(parts: EquityParts, uid: number, sinceTime: number): Promise<Profit> {
  const rows = await parts.store.all<Row>(
    'SELECT day_start, taken_time, equity, flow FROM equity_days WHERE uid = ? ORDER BY day_start',
    [uid],
  );
  const last = rows[rows.length - 1];
  const equity = await parts.equityOf(uid);
  const flow = await flowsOf(parts, uid, Number(last?.taken_time ?? 0n));
  const running = {
    startTime: last ? Number(last.day_start) : dayOf(parts.now()),
    equity,
    profit: equity - (last?.equity ?? 0n) - flow,
  };
  const closed = rows.map((row, at) => {
    const before = rows[at - 1];
    // What is called a day lies between two closings, and bears the name of the first; the very first bears the day
    // before its closing.
    const startTime = before ? Number(before.day_start) : Number(row.day_start) - DAY_MS;
    return { startTime, equity: row.equity, profit: row.equity - (before?.equity ?? 0n) - row.flow, flow: row.flow };
  });
  const all = [...closed, { ...running, flow }];
  const days = all.filter((day) => day.startTime >= sinceTime);
  const sum = (list: { profit: Units }[]): Units => list.reduce((total, day) => total + day.profit, 0n);
  const before = all[all.length - days.length - 1]?.equity ?? 0n;
  const put = days.reduce((total, day) => total + (day.flow > 0n ? day.flow : 0n), before);
  return {
    today: running.profit,
    total: sum(all),
    rateE8: put > 0n ? (sum(days) * 100_000_000n) / put : 0n,
    days: days.map(({ startTime, equity: atEnd, profit }) => ({ startTime, equity: atEnd, profit })),
  };
}

/** What lies in seconds contracts that are not decided yet: it has left the wallet, but is neither won nor lost. */
export async function stakesOf(store: Store, uid: number): Promise<Units> {
  const row = await store.first<{ total: bigint | null }>(
    'SELECT CAST(SUM(amount_units + fee_units) AS BIGINT) AS total FROM exchange_seconds WHERE uid = ? AND status < ?',
    [uid, SECONDS_STATUS.completed],
  );
  return row?.total ?? 0n;
}

/** What came in less what went out since a time (exclusive of it), coin by coin at the present price. */
async function flowsOf({ store, valueOf }: EquityParts, uid: number, since: number): Promise<Units> {
  const marks = FLOW_TYPES.map(() => '?').join(', ');
  const rows = await store.all<{ coin_id: bigint; total: bigint }>(
    `SELECT coin_id, CAST(SUM(units) AS BIGINT) AS total FROM exchange_line WHERE uid = ? AND ts > ? AND record_type IN (${marks}) GROUP BY coin_id`,
    [uid, since, ...FLOW_TYPES],
  );
  return rows.reduce((total, row) => total + valueOf(Number(row.coin_id), row.total), 0n);
}

/**
 * Closes the day before today for everybody who was here by its end and has no row yet; a few at a time, so that it can
 * be cut off anywhere and goes on at the next start. A day that ended while the process was down is closed late, with
 * the prices of then.
 */
export async function closeDay(parts: EquityParts, goOn: () => boolean): Promise<void> {
  const { store, now } = parts;
  const dayStart = dayOf(now());
  while (goOn()) {
    const people = await store.all<{ uid: bigint }>(
      `SELECT uid FROM users WHERE create_time < ? AND NOT EXISTS (SELECT 1 FROM equity_days e WHERE e.uid = users.uid AND e.day_start = ?)
       ORDER BY uid LIMIT ?`,
      [dayStart, dayStart, BATCH],
    );
    const rows: (number | bigint)[][] = [];
    for (const { uid } of people) rows.push(await closing(parts, Number(uid), dayStart));
    await store.many('INSERT INTO equity_days (uid, day_start, taken_time, equity, flow) VALUES (?, ?, ?, ?, ?)', rows);
    if (people.length < BATCH) return;
  }
}

async function closing(parts: EquityParts, uid: number, dayStart: number): Promise<(number | bigint)[]> {
  const last = await parts.store.first<{ last: bigint | null }>(
    'SELECT MAX(taken_time) AS last FROM equity_days WHERE uid = ?',
    [uid],
  );
  const takenTime = parts.now();
  const equity = await parts.equityOf(uid);
  return [uid, dayStart, takenTime, kept(equity), kept(await flowsOf(parts, uid, Number(last?.last ?? 0n)))];
}

/** As much of a sum as a column holds: every balance fits 64 bits, but what all coins together are worth need not. */
function kept(units: Units): Units {
  if (units > MOST_OWED_UNITS) return MOST_OWED_UNITS;
  return units < -MOST_OWED_UNITS ? -MOST_OWED_UNITS : units;
}
