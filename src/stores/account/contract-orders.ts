// My contracts that still stand, and the figures of each that move with the mark: signals of their own, so that no list
// is drawn again for a price.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { CONTRACT_STATUS, type ContractOrder, contractOrderSchema } from '../../../core/orders/contract-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { call } from '../../api/call.ts';
import { createOwnOrders } from './open-orders.ts';

/** What moves without the contract changing, as the wire prints it; '' before it is known. */
const MOVING = ['currentPrice', 'markPrice', 'profit', 'profitRate', 'riskRate', 'liqPrice'] as const;
type Moving = (typeof MOVING)[number];
export type ContractCells = Readonly<Record<Moving, ReadonlySignal<string>>>;

const cells = new Map<number, Record<Moving, Signal<string>>>();

/** Whether a contract still rests or is held. */
function isOpenContract({ status }: ContractOrder): boolean {
  return status === CONTRACT_STATUS.pending || status === CONTRACT_STATUS.holding;
}

const mine = createOwnOrders<ContractOrder>('contracts', isOpenContract, async () => {
  const { list } = await call('/coin/contract/order/list/active', {});
  list.forEach(move);
  return list;
});

export const openContracts = mine.open;
export const contractsState = mine.state;
export const contractChanges = mine.changes;
export const loadContracts = mine.load;

/** Moving figures of a contract; they stay as last heard when it is over. */
export function cellsOf(id: number): ContractCells {
  return writable(id);
}

function writable(id: number): Record<Moving, Signal<string>> {
  const known = cells.get(id);
  if (known) return known;
  const fresh = Object.fromEntries(MOVING.map((field) => [field, signal('')])) as Record<Moving, Signal<string>>;
  cells.set(id, fresh);
  return fresh;
}

function move(fields: { id: number } & { [F in Moving]?: string | undefined }): void {
  const own = writable(fields.id);
  for (const field of MOVING) {
    const text = fields[field];
    if (text !== undefined) own[field].value = text;
  }
}

/** Takes one contract from the feed or from an answer. */
export function applyContract(order: ContractOrder): void {
  move(order);
  mine.apply(order);
}

export function clearContracts(): void {
  cells.clear();
  mine.forget();
}

const text = v.optional(v.string());
const moves = v.array(
  v.looseObject({
    id: v.number(),
    currentPrice: text,
    markPrice: text,
    profit: text,
    profitRate: text,
    riskRate: text,
    liqPrice: text,
  }),
);

/** What frames say of my contracts. What is out of shape is told to the console and left out. */
export function onContractsEvent(event: ThreadEvent): void {
  if (event.kind === 'accountInvalidated') void mine.load();
  else if (event.kind === 'sessionEnded') clearContracts();
  else if (event.kind === 'channel' && event.channel === 'contracts')
    take(contractOrderSchema, event.data, applyContract);
  else if (event.kind === 'channel' && event.channel === 'positions')
    take(moves, event.data, (list) => list.forEach(move));
}

function take<T>(schema: v.GenericSchema<unknown, T>, data: unknown, use: (value: T) => void): void {
  const read = v.safeParse(schema, data);
  if (read.success) use(read.output);
  else console.warn('a contract could not be read', read.issues[0].message);
}
