// Lists of deposits and withdrawals.
// A page, one order, or a CSV file, each with its status on the chain.
import type { RechargeOrder, WithdrawOrder } from '../../../../core/orders/fund-order.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { printMoney } from '../../../../core/units/units.ts';
import { type FundKind, type FundOrder, fundNo } from '../../../exchange/funds/fund.ts';
import type { PaymentStatus } from '../../../services/funds/chain.ts';
import type { FundsDeps } from './funds-deps.ts';
import { MAX_CSV_LINES, csvOf } from '../../csv.ts';

/** Request of both lists. */
export interface OrdersRequest {
  page: number;
  pageSize: number;
  status?: number | undefined;
  coinInfoId?: number | undefined;
  id?: number | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
  export?: 'csv' | undefined;
}

/** A type, not an interface, so that it has an index signature: responses may have further fields. */
export type OrdersPage<T> = {
  list: T[];
  page: number;
  pageSize: number;
  total: number;
  hasMore: boolean;
  fileName?: string;
  csv?: string;
};

/** How one kind of order is printed, and the columns of its file. */
export interface Printer<T extends object> {
  kind: FundKind;
  print(fund: FundOrder, seen: PaymentStatus | undefined): T;
  columns: readonly (keyof T & string)[];
  fileName: string;
}

/** Throws RejectError 1404 when the requested order is not the caller's. */
export async function ordersOf<T extends object>(
  deps: FundsDeps,
  uid: number,
  request: OrdersRequest,
  printer: Printer<T>,
): Promise<OrdersPage<T>> {
  const { page, pageSize } = request;
  if (request.id !== undefined) {
    const list = await printed(deps, [await ownOrder(deps, uid, printer.kind, request.id)], printer);
    return { list, page: 1, pageSize, total: 1, hasMore: false };
  }
  const asFile = request.export === 'csv';
  const offset = asFile ? 0 : (page - 1) * pageSize;
  const { list: funds, total } = await deps.reads.funds(uid, {
    kind: printer.kind,
    coinId: request.coinInfoId,
    status: request.status,
    startTime: request.startTime,
    endTime: request.endTime,
    offset,
    limit: asFile ? MAX_CSV_LINES : pageSize,
  });
  const list = await printed(deps, funds, printer);
  const pageInfo = { page, pageSize, total, hasMore: offset + list.length < total };
  return asFile
    ? { ...pageInfo, list: [], fileName: `${printer.fileName}-${uid}.csv`, csv: csvOf(printer.columns, list) }
    : { ...pageInfo, list };
}

/** Throws RejectError 1404 when there is none, or it is another user's. */
export async function ownOrder({ reads }: FundsDeps, uid: number, kind: FundKind, id: number): Promise<FundOrder> {
  const fund = await reads.fund(id);
  if (fund?.uid !== uid || fund.kind !== kind) throw new RejectError(CODE.notFound);
  return fund;
}

async function printed<T extends object>(
  { chain }: FundsDeps,
  funds: readonly FundOrder[],
  { print }: Printer<T>,
): Promise<T[]> {
  const seen = await chain.statusOf(funds.map(({ kind, id }) => fundNo(kind, id)));
  return funds.map((fund) => print(fund, seen.get(fundNo(fund.kind, fund.id))));
}

/** RechargeOrder of docs/api.md 2.11, without its picture. */
export function printRecharge(simulated: 0 | 1): Printer<RechargeOrder> {
  return {
    kind: 'recharge',
    fileName: 'deposits',
    print: (fund, seen) => ({ ...common(fund, seen, simulated), img: '' }),
    columns: [
      'id',
      'orderNo',
      'createTime',
      'updateTime',
      'coinInfoId',
      'chain',
      'address',
      'amount',
      'status',
      'reason',
      'txid',
      'confirmations',
    ],
  };
}

/** WithdrawOrder of docs/api.md 2.11. */
export function printWithdraw(simulated: 0 | 1): Printer<WithdrawOrder> {
  return {
    kind: 'withdraw',
    fileName: 'withdrawals',
    print: (fund, seen) => ({
      ...common(fund, seen, simulated),
      memo: fund.memo,
      serviceCharge: printMoney(fund.feeUnits),
      actualAmount: printMoney(fund.units - fund.feeUnits),
    }),
    columns: [
      'id',
      'orderNo',
      'createTime',
      'updateTime',
      'coinInfoId',
      'chain',
      'address',
      'memo',
      'amount',
      'serviceCharge',
      'actualAmount',
      'status',
      'reason',
      'txid',
      'confirmations',
    ],
  };
}

function common(
  { kind, id, coinId, chain, address, units, status, reason, createTime, updateTime }: FundOrder,
  seen: PaymentStatus | undefined,
  simulated: 0 | 1,
) {
  return {
    id,
    orderNo: fundNo(kind, id),
    coinInfoId: coinId,
    chain,
    address,
    amount: printMoney(units),
    status,
    reason,
    txid: seen?.txid ?? '',
    confirmations: seen?.confirmations ?? 0,
    createTime,
    updateTime,
    simulated,
  };
}
