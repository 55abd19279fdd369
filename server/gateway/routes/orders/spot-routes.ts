// The calls of spot orders. Only the owner sees or cancels an order.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { type SpotOrder, isReject } from '../../../../core/orders/spot-order.ts';
import { stopIntent } from '../../../../core/orders/stop-order.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { type Lots, printSteps } from '../../../../core/units/units.ts';
import type { Outcome } from '../../../exchange/outcome.ts';
import type { Command } from '../../../exchange/command.ts';
import type { Fill, OrderState } from '../../../exchange/event.ts';
import type { MachineQueries } from '../../../exchange/machine-queries.ts';
import type { OrderQueries } from '../../../sequencer/queries/order-queries.ts';
import { MAX_CSV_LINES, csvOf } from '../../csv.ts';
import type { Handlers } from '../../handler.ts';
import { Printed } from '../../printed.ts';
import { changedOrders, listedOrders, printSpotOrder, spotOrderId } from '../../wire/wire-order.ts';

/** Instruments by id. */
export interface Markets {
  /** Offered now. */
  listed: ReadonlyMap<number, Instrument>;
  /** Everything that users may have orders and coins of. */
  known: ReadonlyMap<number, Instrument>;
}

export interface SpotDeps extends Markets {
  submit(command: Command): Promise<Outcome>;
  reads: Pick<OrderQueries, 'orders' | 'order' | 'orderByClientNo' | 'fills'>;
  machine: Pick<MachineQueries, 'order'>;
}

/** Columns of the file of orders. */
const COLUMNS = [
  'orderNo',
  'clientNo',
  'createTime',
  'updateTime',
  'coinInfoId',
  'symbol',
  'side',
  'orderType',
  'tif',
  'price',
  'stopPrice',
  'amount',
  'total',
  'dealAmount',
  'dealTotal',
  'avgPrice',
  'fee',
  'feeCoinId',
  'status',
  'reason',
] as const;

export type SpotPath = `/coin/order/${'add' | 'replace' | 'list' | 'query' | 'close'}`;

export function spotHandlers(deps: SpotDeps): Handlers<SpotPath> {
  return {
    '/coin/order/add': (request, caller) => addOrder(deps, request, caller.uid),
    '/coin/order/replace': (request, caller) => addOrder(deps, request, caller.uid, request.id),
    '/coin/order/list': (request, caller) => listOrders(deps, request, caller.uid),
    '/coin/order/query': (request, caller) => queryOrder(deps, request, caller.uid),
    '/coin/order/close': (request, caller) => closeOrders(deps, request, caller.uid),
  };
}

async function addOrder(
  deps: SpotDeps,
  request: RequestOf<'/coin/order/add'> | RequestOf<'/coin/order/replace'>,
  uid: number,
  replaces?: number,
): Promise<Printed<SpotOrder>> {
  const instrument = deps.listed.get(request.coinInfoId);
  if (!instrument) throw new RejectError(CODE.notFound);
  // Without a reference price: the machine checks the price band, so that a retry gets its first answer after the
  // market has moved.
  const intent = stopIntent(instrument, request, 0);
  if (isReject(intent)) throw new RejectError(intent.code, intent.params);
  const { side, orderType, priceTicks, lots, totalUnits, slipE8, stopTicks, lossTicks } = intent;
  const { coinInfoId, tif, postOnly, clientNo } = request;
  if (replaces !== undefined) checkNotMore(deps, instrument, uid, replaces, lots);
  const command: Command = {
    kind: 'placeSpot',
    uid,
    coinInfoId,
    side,
    orderType,
    priceTicks,
    lots,
    totalUnits,
    slipE8,
    ...(stopTicks > 0 && { stopTicks }),
    ...(lossTicks > 0 && { lossTicks }),
    ...(replaces !== undefined && { replaces }),
    tif,
    postOnly,
    clientNo,
  };
  const [order] = await submitFor(deps, command, replaces === undefined ? [] : [replaces]);
  if (!order) throw new Error('an accepted order was not answered');
  return new Printed(changedOrders.json(instrument, order));
}

/**
 * Throws RejectError 2003 where a replacement is of more than the open order ever was: the machine would cut it (M19).
 * More than what is left of it is no mistake of the caller's: it may have been filled meanwhile. A retry finds no open
 * order, and gets its first answer.
 */
function checkNotMore({ machine }: SpotDeps, instrument: Instrument, uid: number, replaces: number, lots: Lots): void {
  const { info, amount } = instrument;
  const replaced = machine.order(replaces);
  if (replaced?.uid !== uid || replaced.coinInfoId !== info.id || replaced.totalUnits > 0n || lots <= replaced.lots)
    return;
  const max = printSteps(replaced.lots, amount);
  throw new RejectError(CODE.amountOffStep, { step: info.amountStep, min: info.minAmount, max });
}

async function listOrders(
  deps: SpotDeps,
  request: RequestOf<'/coin/order/list'>,
  uid: number,
): Promise<Printed<AnswerOf<'/coin/order/list'>>> {
  const { state, coinInfoId, side, startTime, endTime, page, pageSize } = request;
  const asFile = request.export === 'csv';
  const { list, total } = await deps.reads.orders(uid, {
    state,
    coinInfoId,
    side,
    startTime,
    endTime,
    offset: asFile ? 0 : (page - 1) * pageSize,
    limit: asFile ? MAX_CSV_LINES : pageSize,
  });
  if (asFile) {
    const csv = csvOf(
      COLUMNS,
      list.map((order) => print(deps, order)),
    );
    const pageInfo = { page, pageSize, total, hasMore: list.length < total };
    return new Printed(JSON.stringify({ ...pageInfo, list: [], fileName: `orders-${uid}.csv`, csv }));
  }
  const printed = state === 'current' ? listedOrders : changedOrders;
  const orders = list.map((order) => printed.json(instrumentOf(deps, order), order)).join();
  const rest = JSON.stringify({ page, pageSize, total, hasMore: page * pageSize < total });
  return new Printed(`{"list":[${orders}],${rest.slice(1)}`);
}

async function queryOrder(deps: SpotDeps, request: RequestOf<'/coin/order/query'>, uid: number): Promise<SpotOrder> {
  const { id, orderNo, clientNo } = request;
  const orderId = id ?? (orderNo === undefined ? null : spotOrderId(orderNo));
  if (orderId === null && orderNo === undefined && clientNo === undefined)
    throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
  const order =
    orderId !== null
      ? await deps.reads.order(orderId)
      : clientNo === undefined
        ? null
        : await deps.reads.orderByClientNo(uid, clientNo);
  // Another user's order is answered as one that does not exist.
  if (!order || order.uid !== uid) throw new RejectError(CODE.notFound);
  return print(deps, order, await deps.reads.fills(order.id));
}

async function closeOrders(
  deps: SpotDeps,
  request: RequestOf<'/coin/order/close'>,
  uid: number,
): Promise<AnswerOf<'/coin/order/close'>> {
  const orderIds = request.ids ?? (request.id === undefined ? [] : [request.id]);
  if (!request.all && orderIds.length === 0)
    throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
  const command: Command = request.all
    ? { kind: 'cancelAllSpot', uid, coinInfoId: request.coinInfoId ?? null, clientNo: request.clientNo }
    : { kind: 'cancelSpot', uid, orderIds, clientNo: request.clientNo };
  return { list: (await submitFor(deps, command, orderIds)).map((order) => print(deps, order)) };
}

/** Submits a command about own orders. Throws RejectError when it is refused. */
async function submitFor(deps: SpotDeps, command: Command, orderIds: readonly number[]): Promise<OrderState[]> {
  const { answer } = await deps.submit(command);
  if (!isReject(answer)) return answer.orders;
  const { code, params } = answer;
  throw code === CODE.orderFinished && (await areForeign(deps, orderIds, command.uid))
    ? new RejectError(CODE.notFound)
    : new RejectError(code, params);
}

/** Whether "already finished" would reveal orders none of which is the caller's. */
async function areForeign(deps: SpotDeps, orderIds: readonly number[], uid: number): Promise<boolean> {
  const orders = await Promise.all(orderIds.map((id) => deps.reads.order(id)));
  return orders.every((order) => order?.uid !== uid);
}

function print(deps: SpotDeps, order: OrderState, deals?: readonly Fill[]): SpotOrder {
  return printSpotOrder(instrumentOf(deps, order), order, deals);
}

function instrumentOf(deps: SpotDeps, order: OrderState): Instrument {
  const instrument = deps.known.get(order.coinInfoId);
  if (!instrument) throw new Error(`order ${order.id} is of an unknown instrument`);
  return instrument;
}
