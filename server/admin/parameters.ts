// What an operator may set: a closed list, each with its rule, every value it ever had kept with who set it and why.
import { CODE, type Reject, RejectError, reject } from '../../core/errors/errors.ts';
import type { Store } from '../store/store.ts';

interface Kind {
  /** What it is, for the person who sets it. */
  says: string;
  allows: RegExp;
  /** Value until somebody sets another. */
  first: string;
}

const openOrClosed = (what: string): Kind => ({
  says: `${what}: open or closed`,
  allows: /^(open|closed)$/,
  first: 'open',
});

/**
 * What goes through a closed door is refused (1503); what takes risk back has no door.
 * None of them is a price, a tick, a rate or a result, and none reaches what runs already: they decide what may begin.
 */
export const PARAMETERS = {
  maintenance: { says: 'on closes every door below', allows: /^(on|off)$/, first: 'off' },
  registration: openOrClosed('new accounts'),
  spot: openOrClosed('new spot orders'),
  contracts: openOrClosed('new contracts'),
  seconds: openOrClosed('new seconds contracts'),
  secondsPeriods: {
    says: 'lengths in s of the seconds contracts that can be bought, comma-joined, or "all" (else 2101). What was bought runs on',
    allows: /^(all|\d{1,4}(,\d{1,4}){0,9})$/,
    first: 'all',
  },
  deposits: openOrClosed('new deposit applications'),
  withdrawals: openOrClosed('new withdrawals'),
  transfers: openOrClosed('transfers and conversions'),
  demoReviews: { says: 'in demo mode, reviews pass by themselves: on or off', allows: /^(on|off)$/, first: 'on' },
  demoReviewSeconds: {
    says: 'how long such a review waits, in s, 1 to 3600',
    allows: /^([1-9]\d{0,2}|[12]\d{3}|3[0-5]\d{2}|3600)$/,
    first: '5',
  },
} as const satisfies Record<string, Kind>;
export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** Calls by which seconds contracts begin. */
export const BINARY_OPTION_CALLS: readonly string[] = ['/qt/contract/add'];

/** Doors, and the calls that go through each. Calls that take risk back go through none. */
const CALLS_OF_PARAMETER: Partial<Record<ParameterName, readonly string[]>> = {
  registration: ['/user/register'],
  spot: ['/coin/order/add'],
  contracts: ['/coin/contract/order/add'],
  seconds: BINARY_OPTION_CALLS,
  deposits: ['/coin/recharge/add'],
  withdrawals: ['/coin/withdraw/add'],
  transfers: ['/coin/transfer'],
};

interface Change {
  name: ParameterName;
  value: string;
  operator: string;
  reason: string;
  ts: number;
}

export interface Parameters {
  value(name: ParameterName): string;
  /** Durable, and in force, when it resolves. Throws RejectError 1400 when the value breaks the rule. */
  set(change: Omit<Change, 'ts'>): Promise<void>;
  /** Every value a parameter had, or (null) all of them; newest first, at most 200. */
  history(name: ParameterName | null): Promise<Change[]>;
  /**
   * Why nothing may begin through a call for now: its door is closed (1503), or its period is not offered (2101). Null:
   * it may.
   */
  refusalOf(path: string, form: Readonly<Record<string, string>>): Reject | null;
  /** Whether seconds contracts of that length can be bought, as far as the operator says. */
  offersPeriod(periodS: number): boolean;
}

const MOST_HISTORY = 200;

/** `first` values given here stand for those of the list. */
export async function openParameters(
  store: Store,
  now: () => number,
  first: Partial<Record<ParameterName, string>> = {},
): Promise<Parameters> {
  const values = new Map<string, string>(PARAMETER_NAMES.map((name) => [name, first[name] ?? PARAMETERS[name].first]));
  for (const row of await store.all<{ name: string; value: string }>(
    'SELECT name, value FROM ops_parameter ORDER BY id',
  ))
    values.set(row.name, row.value);
  const parameterOfPath = new Map(
    PARAMETER_NAMES.flatMap((name) => (CALLS_OF_PARAMETER[name] ?? []).map((path) => [path, name] as const)),
  );
  const value = (name: ParameterName): string => values.get(name) ?? PARAMETERS[name].first;
  const offersPeriod = (periodS: number): boolean =>
    value('secondsPeriods') === 'all' ||
    value('secondsPeriods')
      .split(',')
      .some((text) => Number(text) === periodS);
  return {
    value,
    async set({ name, value: wanted, operator, reason }) {
      if (!PARAMETERS[name].allows.test(wanted))
        throw new RejectError(CODE.fieldInvalid, { field: 'value', rule: PARAMETERS[name].says });
      await store.transaction(async (rows) => {
        const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM ops_parameter');
        await rows.run('INSERT INTO ops_parameter (id, name, value, operator, reason, ts) VALUES (?, ?, ?, ?, ?, ?)', [
          (last?.last ?? 0n) + 1n,
          name,
          wanted,
          operator,
          reason,
          now(),
        ]);
      });
      values.set(name, wanted);
    },
    async history(name) {
      const where = name === null ? '' : 'WHERE name = ?';
      const rows = await store.all<{
        name: ParameterName;
        value: string;
        operator: string;
        reason: string;
        ts: bigint;
      }>(
        `SELECT name, value, operator, reason, ts FROM ops_parameter ${where} ORDER BY id DESC LIMIT ${MOST_HISTORY}`,
        name === null ? [] : [name],
      );
      return rows.map((row) => ({ ...row, ts: Number(row.ts) }));
    },
    refusalOf(path, form) {
      const name = parameterOfPath.get(path);
      if (name === undefined) return null;
      if (value('maintenance') === 'on' || value(name) === 'closed') return reject(CODE.maintenance);
      return name === 'seconds' && form['period'] !== undefined && !offersPeriod(Number(form['period']))
        ? reject(CODE.periodNotOffered)
        : null;
    },
    offersPeriod,
  };
}
