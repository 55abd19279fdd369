// Profit from the ledger: change of equity between midnights (UTC), less deposits and withdrawals.
import { downShare } from '../../../core/risk/margin-tiers.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import { ONE_E8, type Units } from '../../../core/units/units.ts';
import { MAX_OWED_UNITS } from '../../exchange/ledger/ledger.ts';
import type { Store } from '../../store/store.ts';

/** Users in one batch; a stop waits for the batch under way. */
const BATCH = 200;
/** Ledger records that change the balance without a gain or loss. */
const FLOW_TYPES = [
  'recharge',
  'withdraw',
  'withdraw_refund',
  'spot_manual_add',
  'contract_manual_add',
  'demo_faucet',
  'invite_reward',
];

export interface EquityDeps {
  store: Store;
  now(): number;
  /**
   * `equityOf`: worth of both wallets and open stakes when it is called; `valueOf`: worth of some units of a coin. Both
   * in USDT units at current prices.
   */
  equityOf(uid: number): Promise<Units>;
  valueOf(coinId: number, units: Units): Units;
}

/** A closed day, or the current one. `profit` is the change of equity less flows. */
interface Day {
  /** Start of the day (UTC), in ms. */
  startTime: number;
  equity: Units;
  profit: Units;
}

export interface Profit {
  today: Units;
  total: Units;
  /** Profit over invested equity in 1e-8, rounded down; 0 where nothing was invested. */
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
export function dayStartOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** Profit of a user from `sinceTime` (0: ever) to now, by day, the current one last. */
export async function profitOf(deps: EquityDeps, uid: number, sinceTime: number): Promise<Profit> {
  const rows = await deps.store.all<Row>(
    'SELECT day_start, taken_time, equity, flow FROM equity_days WHERE uid = ? ORDER BY day_start',
    [uid],
  );
  const last = rows[rows.length - 1];
  const takenTime = deps.now();
  const equity = await deps.equityOf(uid);
  const flow = await flowsOf(deps, uid, Number(last?.taken_time ?? 0n), takenTime);
  const running = {
    startTime: last ? Number(last.day_start) : dayStartOf(deps.now()),
    equity,
    profit: equity - (last?.equity ?? 0n) - flow,
  };
  const closed = rows.map((row, at) => {
    const before = rows[at - 1];
    // A day lies between two closings and is named by the first; the first day is named by the day before its
    // closing.
    const startTime = before ? Number(before.day_start) : Number(row.day_start) - DAY_MS;
    return { startTime, equity: row.equity, profit: row.equity - (before?.equity ?? 0n) - row.flow, flow: row.flow };
  });
  const all = [...closed, { ...running, flow }];
  const days = all.filter((day) => day.startTime >= sinceTime);
  const sum = (list: { profit: Units }[]): Units => list.reduce((total, day) => total + day.profit, 0n);
  const before = all[all.length - days.length - 1]?.equity ?? 0n;
  const invested = days.reduce((total, day) => total + (day.flow > 0n ? day.flow : 0n), before);
  return {
    today: running.profit,
    total: sum(all),
    rateE8: invested > 0n ? downShare(sum(days) * ONE_E8, invested) : 0n,
    days: days.map(({ startTime, equity: atEnd, profit }) => ({ startTime, equity: atEnd, profit })),
  };
}

/** Deposits less withdrawals from one time (exclusive) to another, by coin at current prices. */
async function flowsOf({ store, valueOf }: EquityDeps, uid: number, since: number, until: number): Promise<Units> {
  const marks = FLOW_TYPES.map(() => '?').join(', ');
  const rows = await store.all<{ coin_id: bigint; total: bigint }>(
    `SELECT coin_id, CAST(SUM(units) AS BIGINT) AS total FROM exchange_line WHERE uid = ? AND ts > ? AND ts <= ? AND record_type IN (${marks}) GROUP BY coin_id`,
    [uid, since, until, ...FLOW_TYPES],
  );
  return rows.reduce((total, row) => total + valueOf(Number(row.coin_id), row.total), 0n);
}

/**
 * Closes the previous day for every user who existed at its end and has no row yet, in batches, so that it can be
 * interrupted and continue at the next start. A day that ended while the process was stopped is closed late, at the
 * prices at that time.
 */
export async function closeDay(deps: EquityDeps, shouldContinue: () => boolean): Promise<void> {
  const { store, now } = deps;
  const dayStart = dayStartOf(now());
  while (shouldContinue()) {
    const users = await store.all<{ uid: bigint }>(
      `SELECT uid FROM users WHERE create_time < ? AND NOT EXISTS (SELECT 1 FROM equity_days e WHERE e.uid = users.uid AND e.day_start = ?)
       ORDER BY uid LIMIT ?`,
      [dayStart, dayStart, BATCH],
    );
    const rows: (number | bigint)[][] = [];
    for (const { uid } of users) rows.push(await equityRowOf(deps, Number(uid), dayStart));
    await store.many('INSERT INTO equity_days (uid, day_start, taken_time, equity, flow) VALUES (?, ?, ?, ?, ?)', rows);
    if (users.length < BATCH) return;
  }
}

async function equityRowOf(deps: EquityDeps, uid: number, dayStart: number): Promise<(number | bigint)[]> {
  const last = await deps.store.first<{ last: bigint | null }>(
    'SELECT MAX(taken_time) AS last FROM equity_days WHERE uid = ?',
    [uid],
  );
  const takenTime = deps.now();
  const equity = await deps.equityOf(uid);
  return [
    uid,
    dayStart,
    takenTime,
    clampToColumn(equity),
    clampToColumn(await flowsOf(deps, uid, Number(last?.last ?? 0n), takenTime)),
  ];
}

/** Limits a sum to what a column holds: a balance fits 64 bits, the worth of all coins together may not. */
function clampToColumn(units: Units): Units {
  if (units > MAX_OWED_UNITS) return MAX_OWED_UNITS;
  return units < -MAX_OWED_UNITS ? -MAX_OWED_UNITS : units;
}
