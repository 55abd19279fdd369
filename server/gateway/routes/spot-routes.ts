// The calls of spot orders: drafts go through the shared rules, then through the sequencer; only the owner sees or ends
// an order.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type SpotOrder, isReject, spotIntent } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Command } from '../../exchange/command.ts';
import type { Fill, OrderState, Outcome } from '../../exchange/event.ts';
import type { OrderQueries } from '../../sequencer/queries/order-queries.ts';
import type { Handlers } from '../handler.ts';
import { printSpotOrder, spotOrderId } from '../wire-order.ts';

/** Markets by instrument id. */
export interface Markets {
  /** What is offered now. */
  listed: ReadonlyMap<number, Instrument>;
  /** Everything that people may have orders and coins of. */
  known: ReadonlyMap<number, Instrument>;
}

/** What these calls need of the rooms around. */
export interface SpotParts extends Markets {
  submit(command: Command): Promise<Outcome>;
  reads: Pick<OrderQueries, 'orders' | 'order' | 'orderByClientNo' | 'deals'>;
}

export type SpotPath = '/coin/order/add' | '/coin/order/list' | '/coin/order/query' | '/coin/order/close';

export function spotHandlers(parts: SpotParts): Handlers<SpotPath> {
  return {
    '/coin/order/add': (request, member) => addOrder(parts, request, member.uid),
    '/coin/order/list': (request, member) => listOrders(parts, request, member.uid),
    '/coin/order/query': (request, member) => queryOrder(parts, request, member.uid),
    '/coin/order/close': (request, member) => closeOrders(parts, request, member.uid),
  };
}

async function addOrder(parts: SpotParts, request: RequestOf<'/coin/order/add'>, uid: number): Promise<SpotOrder> {
  const instrument = parts.listed.get(request.coinInfoId);
  if (!instrument) throw new RejectError(CODE.notFound);
  // Without a reference price: the band is the machine's to judge, so that a retry finds its first answer however the
  // market moved.
  const intent = spotIntent(instrument, request, 0);
  if (isReject(intent)) throw new RejectError(intent.code, intent.params);
  const [order] = await orderedBy(parts, {
    kind: 'placeSpot',
    uid,
    coinInfoId: request.coinInfoId,
    ...intent,
    tif: request.tif,
    postOnly: request.postOnly,
    clientNo: request.clientNo,
  });
  if (!order) throw new Error('an accepted order was not answered');
  return printSpotOrder(instrument, order);
}

async function listOrders(
  parts: SpotParts,
  request: RequestOf<'/coin/order/list'>,
  uid: number,
): Promise<AnswerOf<'/coin/order/list'>> {
  const { state, coinInfoId, side, startTime, endTime, page, pageSize } = request;
  const { list, total } = await parts.reads.orders(uid, {
    state,
    coinInfoId,
    side,
    startTime,
    endTime,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { list: list.map((order) => print(parts, order)), page, pageSize, total, hasMore: page * pageSize < total };
}

async function queryOrder(parts: SpotParts, request: RequestOf<'/coin/order/query'>, uid: number): Promise<SpotOrder> {
  const { id, orderNo, clientNo } = request;
  const asked = id ?? (orderNo === undefined ? null : spotOrderId(orderNo));
  if (asked === null && orderNo === undefined && clientNo === undefined)
    throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
  const order =
    asked !== null
      ? await parts.reads.order(asked)
      : clientNo === undefined
        ? null
        : await parts.reads.orderByClientNo(uid, clientNo);
  // Another person's order is answered as one that does not exist.
  if (!order || order.uid !== uid) throw new RejectError(CODE.notFound);
  return print(parts, order, await parts.reads.deals(order.id));
}

async function closeOrders(
  parts: SpotParts,
  request: RequestOf<'/coin/order/close'>,
  uid: number,
): Promise<AnswerOf<'/coin/order/close'>> {
  const orderIds = request.ids ?? (request.id === undefined ? [] : [request.id]);
  if (!request.all && orderIds.length === 0)
    throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
  const command: Command = request.all
    ? { kind: 'cancelAllSpot', uid, coinInfoId: request.coinInfoId ?? null, clientNo: request.clientNo }
    : { kind: 'cancelSpot', uid, orderIds, clientNo: request.clientNo };
  try {
    const orders = await orderedBy(parts, command);
    return { list: orders.map((order) => print(parts, order)) };
  } catch (error) {
    throw (await isForeign(parts, error, orderIds, uid)) ? new RejectError(CODE.notFound) : error;
  }
}

/** Whether "already finished" would tell of orders none of which is the caller's. */
async function isForeign(parts: SpotParts, error: unknown, orderIds: number[], uid: number): Promise<boolean> {
  if (!(error instanceof RejectError) || error.reject.code !== CODE.orderFinished) return false;
  const orders = await Promise.all(orderIds.map((id) => parts.reads.order(id)));
  return orders.every((order) => order?.uid !== uid);
}

/** Orders that a command answers with. Throws its refusal. */
async function orderedBy(parts: SpotParts, command: Command): Promise<OrderState[]> {
  const { answer } = await parts.submit(command);
  if (isReject(answer)) throw new RejectError(answer.code, answer.params);
  return answer.orders;
}

function print(parts: SpotParts, order: OrderState, deals?: readonly Fill[]): SpotOrder {
  const instrument = parts.known.get(order.coinInfoId);
  if (!instrument) throw new Error(`order ${order.id} is of an unknown instrument`);
  return printSpotOrder(instrument, order, deals);
}
