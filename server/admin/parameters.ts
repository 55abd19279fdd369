// Parameters that operators may set: a closed list with a rule each; all changes are stored.
import type { ParameterChange } from '../../core/endpoints/operator-answers.ts';
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

const PARAMETER_OF_CALL: ReadonlyMap<string, ParameterName> = new Map(
  PARAMETER_NAMES.flatMap((name) => (CALLS_BY_PARAMETER[name] ?? []).map((path) => [path, name] as const)),
);

const MAX_HISTORY = 200;

export class Parameters {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #values: Map<ParameterName, string>;
  readonly #maintenanceListeners: (() => void)[] = [];

  private constructor(store: Store, now: () => number, values: Map<ParameterName, string>) {
    this.#store = store;
    this.#now = now;
    this.#values = values;
  }

  /** `initial` overrides initial values of the list. */
  static async open(
    store: Store,
    now: () => number,
    initial: Partial<Record<ParameterName, string>> = {},
  ): Promise<Parameters> {
    const values = new Map(PARAMETER_NAMES.map((name) => [name, initial[name] ?? PARAMETERS[name].initial]));
    const rows = await store.all<{ name: ParameterName; value: string }>(
      'SELECT name, value FROM ops_parameter ORDER BY id',
    );
    for (const { name, value } of rows) values.set(name, value);
    return new Parameters(store, now, values);
  }

  value(name: ParameterName): string {
    return this.#values.get(name) ?? PARAMETERS[name].initial;
  }

  /** Resolves when the change is durable and in force. Throws RejectError 1400 when the value breaks the rule. */
  async set({ name, value, operator, reason }: Omit<ParameterChange, 'ts'> & { name: ParameterName }): Promise<void> {
    if (!PARAMETERS[name].allows.test(value))
      throw new RejectError(CODE.fieldInvalid, { field: 'value', rule: PARAMETERS[name].description });
    await this.#store.transaction(async (rows) => {
      const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM ops_parameter');
      await rows.run('INSERT INTO ops_parameter (id, name, value, operator, reason, ts) VALUES (?, ?, ?, ?, ?, ?)', [
        (last?.last ?? 0n) + 1n,
        name,
        value,
        operator,
        reason,
        this.#now(),
      ]);
    });
    const begins = name === 'maintenance' && value === 'on' && this.value(name) !== 'on';
    this.#values.set(name, value);
    if (begins) for (const listener of this.#maintenanceListeners) listener();
  }

  /** Called whenever maintenance begins. */
  onMaintenance(listener: () => void): void {
    this.#maintenanceListeners.push(listener);
  }

  /** All values of a parameter, or (null) of all parameters; newest first, at most 200. */
  async history(name: ParameterName | null): Promise<ParameterChange[]> {
    const where = name === null ? '' : 'WHERE name = ?';
    const rows = await this.#store.all<Omit<ParameterChange, 'ts'> & { ts: bigint }>(
      `SELECT name, value, operator, reason, ts FROM ops_parameter ${where} ORDER BY id DESC LIMIT ${MAX_HISTORY}`,
      name === null ? [] : [name],
    );
    return rows.map((row) => ({ ...row, ts: Number(row.ts) }));
  }

  /** Refusal of a call: it is closed (1503), or its period is not offered (2101). Null: it is allowed. */
  refusalOf(path: string, form: Readonly<Record<string, string>>): Reject | null {
    const name = PARAMETER_OF_CALL.get(path);
    if (name === undefined) return null;
    if (this.value('maintenance') === 'on' || this.value(name) === 'closed') return reject(CODE.maintenance);
    return name === 'seconds' && form['period'] !== undefined && !this.offersPeriod(Number(form['period']))
      ? reject(CODE.periodNotOffered)
      : null;
  }

  /** Whether the operator offers binary options of that length. */
  offersPeriod(periodS: number): boolean {
    const periods = this.value('secondsPeriods');
    return periods === 'all' || periods.split(',').some((text) => Number(text) === periodS);
  }
}
