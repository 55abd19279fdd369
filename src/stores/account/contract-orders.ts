// Open contracts of the user.
// Figures that change with the mark price are separate signals, so that price changes do not re-render lists.
import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { CONTRACT_STATUS, type ContractOrder, contractOrderSchema } from '../../../core/orders/contract-order.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { read } from '../../api/read.ts';
import { OpenOrders } from './open-orders.ts';

/** Fields that change without the contract changing, as strings of the wire; '' before they are known. */
const LIVE_FIELDS = ['currentPrice', 'markPrice', 'profit', 'profitRate', 'riskRate', 'liqPrice'] as const;
type LiveField = (typeof LIVE_FIELDS)[number];
export type ContractCells = Readonly<Record<LiveField, ReadonlySignal<string>>>;

const cells = new Map<number, Record<LiveField, Signal<string>>>();

/** Whether a contract is pending or held. */
function isOpenContract({ status }: ContractOrder): boolean {
  return status === CONTRACT_STATUS.pending || status === CONTRACT_STATUS.holding;
}

/** Whether a part of it is still in the book and can be cancelled. */
export function isWaiting({ status, pendingAmount }: ContractOrder): boolean {
  return status === CONTRACT_STATUS.pending || Number(pendingAmount ?? 0) > 0;
}

const contracts = new OpenOrders<ContractOrder>('contracts', isOpenContract, async () => {
  const { list } = await read('/coin/contract/order/list/active', {});
  applyAllLiveFields(list);
  return list;
});

export const openContracts = contracts.open;
/** Held positions and waiting orders: partially filled contracts are both. */
export const heldContracts = computed(() =>
  openContracts.value.filter(
    ({ status, holdAmount, amount }) => status === CONTRACT_STATUS.holding && Number(holdAmount ?? amount) > 0,
  ),
);
export const waitingContracts = computed(() => openContracts.value.filter(isWaiting));
export const contractsState = contracts.state;
export const contractChanges = contracts.changes;
export const loadContracts = (): Promise<void> => contracts.load();

/** Live figures of a contract; after closing they keep their last values. */
export function cellsOf(id: number): ContractCells {
  return writable(id);
}

/** Sum of the profits of positions, in units of USDT; inside a `computed` it follows the mark prices. */
export function profitOf(positions: readonly ContractOrder[]): Units {
  return positions.reduce((sum, { id }) => sum + (parseMoney(cellsOf(id).profit.value) ?? 0n), 0n);
}

function writable(id: number): Record<LiveField, Signal<string>> {
  const known = cells.get(id);
  if (known) return known;
  const fresh = Object.fromEntries(LIVE_FIELDS.map((field) => [field, signal('')])) as Record<
    LiveField,
    Signal<string>
  >;
  cells.set(id, fresh);
  return fresh;
}

type LiveFields = { id: number } & { [F in LiveField]?: string | undefined };

/** As one change: the chart and the sums follow all of them, and would otherwise be made again with each. */
function applyAllLiveFields(list: readonly LiveFields[]): void {
  batch(() => list.forEach(applyLiveFields));
}

function applyLiveFields(fields: LiveFields): void {
  const own = writable(fields.id);
  for (const field of LIVE_FIELDS) {
    const text = fields[field];
    if (text !== undefined) own[field].value = text;
  }
}

/** Applies a contract of a response. */
export function applyContract(order: ContractOrder): void {
  applyLiveFields(order);
  contracts.apply(order);
}

export function clearContracts(): void {
  cells.clear();
  contracts.clear();
}

const text = v.optional(v.string());
const liveFieldsSchema = v.array(
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

/** Applies an event. Invalid data is logged and ignored. */
export function handleContractsEvent(event: ThreadEvent): void {
  if (event.kind === 'accountInvalidated') void contracts.load();
  else if (event.kind === 'sessionEnded') clearContracts();
  else if (event.kind === 'channel' && event.channel === 'contracts')
    applyParsed(contractOrderSchema, event.data, (order) => {
      applyLiveFields(order);
      contracts.apply(order, 0);
    });
  else if (event.kind === 'channel' && event.channel === 'positions')
    applyParsed(liveFieldsSchema, event.data, applyAllLiveFields);
}

function applyParsed<T>(schema: v.GenericSchema<unknown, T>, data: unknown, use: (value: T) => void): void {
  const read = v.safeParse(schema, data);
  if (read.success) use(read.output);
  else console.warn('contract event invalid', read.issues[0].message);
}
