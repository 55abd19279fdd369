// The linearizability check: it accepts what a right exchange answers, and finds each planted fault.
import { describe, expect, it } from 'vitest';
import {
  type AccountInput as Input,
  type AccountOutput as Output,
  accountModel,
} from '../support/exchange/account-history.ts';
import { type Operation, linearizabilityFault } from '../support/exchange/linearizability.ts';
import { seeded } from '../support/data/seeded-random.ts';

const COST = 100n;
const TOTAL = 1_000_000n;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const CLIENTS = 4;
const OPERATIONS = 400;

type Fault = 'stale read' | 'lost write' | 'doubled order' | 'old balance';

/** One user's account behind a slow line: calls take time, and take effect somewhere in it. */
class Account {
  /** Orders that exist, by id; the number of each client number is what a retry gets. */
  #open = new Map<string, string>();
  #ids = new Map<string, string>();
  #before = new Map<string, string>();
  #nextId = 1;
  readonly #fault: Fault | null;
  isStruck = false;

  constructor(fault: Fault | null) {
    this.#fault = fault;
  }

  /** `strike`: the planted fault happens now, if it can. */
  answer(input: Input, strike: boolean): Output {
    const fault = strike && !this.isStruck ? this.#fault : null;
    if (input.kind === 'place') return this.#place(input.clientNo, fault);
    if (input.kind === 'cancel') {
      this.#remember();
      for (const [id, clientNo] of this.#open) if (clientNo === input.clientNo) this.#open.delete(id);
      return { id: this.#ids.get(input.clientNo) ?? '' };
    }
    if (input.kind === 'state') return { state: [...this.#open.values()].includes(input.clientNo) ? 'open' : 'ended' };
    const isOld =
      fault === (input.kind === 'balance' ? 'old balance' : 'stale read') && this.#before.size !== this.#open.size;
    this.isStruck ||= isOld;
    const shown = isOld ? this.#before : this.#open;
    if (input.kind === 'openOrders') return { open: [...shown.values()] };
    return { frozen: BigInt(shown.size) * COST, total: TOTAL };
  }

  #place(clientNo: string, fault: Fault | null): Output {
    const known = this.#ids.get(clientNo);
    if (known) return { id: known };
    const id = String(this.#nextId++);
    this.#ids.set(clientNo, id);
    this.#remember();
    if (fault === 'lost write') this.isStruck = true;
    else this.#open.set(id, clientNo);
    if (fault === 'doubled order') {
      this.isStruck = true;
      this.#open.set(String(this.#nextId++), clientNo);
    }
    return { id };
  }

  #remember(): void {
    this.#before = new Map(this.#open);
  }
}

/** Calls in the order in which they took effect: clients send one after another, at the same time as the others. */
function recorded(seed: number, fault: Fault | null): { history: Operation<Input, Output>[]; isStruck: boolean } {
  const random = seeded(seed);
  const account = new Account(fault);
  const freeAt = Array.from({ length: CLIENTS }, () => 0);
  const placed: { clientNo: string; client: number; isCancelled: boolean }[] = [];
  const calls: { at: number; operation: Operation<Input, Output>; isLost: boolean }[] = [];
  for (let number = 0; number < OPERATIONS; number += 1) {
    const client = freeAt.indexOf(Math.min(...freeAt));
    const from = freeAt[client]! + random() * 2;
    const to = from + 1 + random() * 10;
    // A client cancels and reads orders of its own, which were answered before.
    const own = placed.filter((order) => order.client === client && !order.isCancelled);
    const kind = random();
    let input: Input;
    if (kind < 0.3 || own.length === 0) {
      placed.push({ clientNo: `n${number}`, client, isCancelled: false });
      input = { kind: 'place', clientNo: `n${number}` };
    } else if (kind < 0.55) {
      own[0]!.isCancelled = true;
      input = { kind: 'cancel', clientNo: own[0]!.clientNo };
    } else if (kind < 0.65) input = { kind: 'state', clientNo: own.at(-1)!.clientNo };
    else input = { kind: kind < 0.85 ? 'openOrders' : 'balance' };
    const isRead = input.kind === 'openOrders' || input.kind === 'balance';
    const operation: Operation<Input, Output> = { input, from, to };
    calls.push({ at: from + (to - from) * random(), operation, isLost: isRead && random() < 0.02 });
    freeAt[client] = to;
  }
  calls.sort((a, b) => a.at - b.at);
  for (const [index, { operation, isLost }] of calls.entries()) {
    const output = account.answer(operation.input, index > OPERATIONS / 3 && !isLost);
    if (isLost) operation.to = Infinity;
    else operation.output = output;
  }
  return { history: calls.map(({ operation }) => operation), isStruck: account.isStruck };
}

const check = (history: Operation<Input, Output>[]): string | null =>
  linearizabilityFault(history, accountModel(COST, TOTAL));

describe('the linearizability check', () => {
  it.each(SEEDS)('accepts concurrent calls that took effect between call and answer (seed %i)', (seed) => {
    const { history } = recorded(seed, null);
    expect(check(history)).toBeNull();
    expect(check(inTurn(history))).toBeNull();
  });

  it.each(['stale read', 'lost write', 'doubled order', 'old balance'] as const)('finds a fault: %s', (fault) => {
    for (const seed of SEEDS) {
      const { history, isStruck } = recorded(seed, fault);
      expect(isStruck, `seed ${seed}`).toBe(true);
      // Where calls overlap, an old answer can be right: the write that it lacks may have come after it.
      expect(check(inTurn(history)), `seed ${seed}`).toMatch(/cannot have answered/);
      if (!fault.startsWith('old') && !fault.startsWith('stale'))
        expect(check(history), `seed ${seed}`).toMatch(/cannot have answered/);
    }
  });

  it('accepts a call that was never answered as done, and as not done', () => {
    const place: Operation<Input, Output> = { input: { kind: 'place', clientNo: 'a' }, from: 0, to: Infinity };
    const read = (from: number, open: string[]): Operation<Input, Output> => ({
      input: { kind: 'openOrders' },
      from,
      to: from + 1,
      output: { open },
    });
    expect(check([place, read(1, []), read(3, ['a'])])).toBeNull();
    expect(check([place, read(1, ['a']), read(3, [])])).toMatch(/cannot have answered/);
  });

  it('refuses a second id under one client number', () => {
    const place = (from: number, id: string): Operation<Input, Output> => ({
      input: { kind: 'place', clientNo: 'a' },
      from,
      to: from + 1,
      output: { id },
    });
    expect(check([place(0, '7'), place(2, '7')])).toBeNull();
    expect(check([place(0, '7'), place(2, '8')])).toMatch(/cannot have answered/);
  });
});

/** The same calls one after another, with no overlap. */
function inTurn(history: Operation<Input, Output>[]): Operation<Input, Output>[] {
  return history.map((operation, at) => ({
    ...operation,
    from: 2 * at,
    to: operation.to === Infinity ? Infinity : 2 * at + 1,
  }));
}
