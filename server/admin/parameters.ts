// Parameters that operators may set: a closed list with a rule each; all changes are stored.
import { CODE, type Reject, RejectError, reject } from '../../core/errors/errors.ts';
import type { Store } from '../store/store.ts';

interface ParameterRule {
  /** Description for the operator. */
  description: string;
  allows: RegExp;
  /** Value until an operator sets another. */
  initial: string;
}

const openOrClosed = (what: string): ParameterRule => ({
  description: `${what}: open or closed`,
  allows: /^(open|closed)$/,
  initial: 'open',
});

/**
 * A call of a closed parameter is refused (1503); calls that reduce risk cannot be closed. No parameter is a price, a
 * tick, a rate or a result, and none affects open positions: they only refuse new ones.
 */
export const PARAMETERS = {
  maintenance: { description: 'on refuses everything below', allows: /^(on|off)$/, initial: 'off' },
  registration: openOrClosed('new accounts'),
  spot: openOrClosed('new spot orders'),
  contracts: openOrClosed('new contracts'),
  seconds: openOrClosed('new seconds contracts'),
  secondsPeriods: {
    description:
      'lengths in s of the seconds contracts that can be bought, comma-joined, or "all" (else 2101). What was bought runs on',
    allows: /^(all|\d{1,4}(,\d{1,4}){0,9})$/,
    initial: 'all',
  },
  deposits: openOrClosed('new deposit applications'),
  withdrawals: openOrClosed('new withdrawals'),
  transfers: openOrClosed('transfers and conversions'),
  demoReviews: {
    description: 'in demo mode, reviews pass by themselves: on or off',
    allows: /^(on|off)$/,
    initial: 'on',
  },
  demoReviewSeconds: {
    description: 'how long such a review waits, in s, 1 to 3600',
    allows: /^([1-9]\d{0,2}|[12]\d{3}|3[0-5]\d{2}|3600)$/,
    initial: '5',
  },
} as const satisfies Record<string, ParameterRule>;
export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** Calls that open binary options. */
export const BINARY_OPTION_CALLS: readonly string[] = ['/qt/contract/add'];

/** Calls that each parameter closes. Calls that reduce risk are never listed. */
const CALLS_BY_PARAMETER: Partial<Record<ParameterName, readonly string[]>> = {
  registration: ['/user/register'],
  spot: ['/coin/order/add', '/coin/order/replace'],
  contracts: ['/coin/contract/order/add', '/coin/contract/order/replace'],
  seconds: BINARY_OPTION_CALLS,
  deposits: ['/coin/recharge/add'],
  withdrawals: ['/coin/withdraw/add'],
  transfers: ['/coin/transfer'],
};

interface ParameterChange {
  name: ParameterName;
  value: string;
  operator: string;
  reason: string;
  ts: number;
}

export interface Parameters {
  value(name: ParameterName): string;
  /** Resolves when the change is durable and in force. Throws RejectError 1400 when the value breaks the rule. */
  set(change: Omit<ParameterChange, 'ts'>): Promise<void>;
  /** All values of a parameter, or (null) of all parameters; newest first, at most 200. */
  history(name: ParameterName | null): Promise<ParameterChange[]>;
  /** Refusal of a call: it is closed (1503), or its period is not offered (2101). Null: it is allowed. */
  refusalOf(path: string, form: Readonly<Record<string, string>>): Reject | null;
  /** Whether the operator offers binary options of that length. */
  offersPeriod(periodS: number): boolean;
}

const MAX_HISTORY = 200;

/** `first` overrides initial values of the list. */
export async function openParameters(
  store: Store,
  now: () => number,
  initial: Partial<Record<ParameterName, string>> = {},
): Promise<Parameters> {
  const values = new Map<string, string>(
    PARAMETER_NAMES.map((name) => [name, initial[name] ?? PARAMETERS[name].initial]),
  );
  for (const row of await store.all<{ name: string; value: string }>(
    'SELECT name, value FROM ops_parameter ORDER BY id',
  ))
    values.set(row.name, row.value);
  const parameterOfPath = new Map(
    PARAMETER_NAMES.flatMap((name) => (CALLS_BY_PARAMETER[name] ?? []).map((path) => [path, name] as const)),
  );
  const value = (name: ParameterName): string => values.get(name) ?? PARAMETERS[name].initial;
  const offersPeriod = (periodS: number): boolean =>
    value('secondsPeriods') === 'all' ||
    value('secondsPeriods')
      .split(',')
      .some((text) => Number(text) === periodS);
  return {
    value,
    async set({ name, value: newValue, operator, reason }) {
      if (!PARAMETERS[name].allows.test(newValue))
        throw new RejectError(CODE.fieldInvalid, { field: 'value', rule: PARAMETERS[name].description });
      await store.transaction(async (rows) => {
        const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM ops_parameter');
        await rows.run('INSERT INTO ops_parameter (id, name, value, operator, reason, ts) VALUES (?, ?, ?, ?, ?, ?)', [
          (last?.last ?? 0n) + 1n,
          name,
          newValue,
          operator,
          reason,
          now(),
        ]);
      });
      values.set(name, newValue);
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
        `SELECT name, value, operator, reason, ts FROM ops_parameter ${where} ORDER BY id DESC LIMIT ${MAX_HISTORY}`,
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
