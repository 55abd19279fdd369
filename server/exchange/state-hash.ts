// One hash over the machine's whole state, to compare it with a replay, a restore or a copy.
import { createHash } from 'node:crypto';
import type { ExchangeState } from './state.ts';
import { heldUnits } from './ledger/settle-spot.ts';
import { type LiveOrder, orderState } from './matching/live-order.ts';

/** Characters that are hashed at once: a call a line costs more than the line. */
const PIECE = 65_536;

const bigintAsText = (_: string, field: unknown): unknown => (typeof field === 'bigint' ? `${field}n` : field);

/**
 * Hex SHA-256 of balances, markets, orders, contracts, funds, binary options, marks, indexes and counters, each in a
 * fixed order. Empty accounts do not count.
 */
export function stateHash(exchange: ExchangeState): string {
  const hash = createHash('sha256');
  let text = '';
  const add = (written: string): void => {
    text += `${written}\n`;
    if (text.length < PIECE) return;
    hash.update(text);
    text = '';
  };
  const line = (value: unknown): void => add(JSON.stringify(value, bigintAsText));
  line([exchange.orderId, exchange.dealId, exchange.contracts.lastId]);
  const accounts = [...exchange.ledger.all()].filter(({ available, frozen }) => available !== 0n || frozen !== 0n);
  for (const account of accounts
    .map(({ uid, wallet, coinId, available, frozen }) => `${uid} ${wallet} ${coinId} ${available} ${frozen}`)
    .sort())
    add(account);
  for (const [id, { info, tradeId, lastPriceTicks, openOrders, delisting }] of sorted(exchange.markets))
    line([id, info.status, tradeId, lastPriceTicks, openOrders, ...(delisting ? byName(delisting) : [])]);
  for (const order of [...exchange.orders.all()].sort((a, b) => a.id - b.id))
    add(`${orderText(exchange, order)} ${order.ownerUid} ${order.contractId}`);
  for (const { state } of [...exchange.contracts.all()].sort((a, b) => a.state.id - b.state.id)) line(state);
  for (const [id, { mark, funding, silentBeats }] of sorted(exchange.contracts.markets))
    line([id, mark.markTicks, mark.beforeTicks, mark.basisE8, silentBeats, ...(funding ? byName(funding) : [])]);
  for (const [id, { seq, priceTicks, ts, hash: last }] of sorted(exchange.indexes))
    line([id, seq, priceTicks, ts, last]);
  line([exchange.clock.head, exchange.clock.second, exchange.clock.beats]);
  line(exchange.binaryOptions.lastId);
  for (const order of exchange.binaryOptions.all()) line(order);
  line(exchange.funds.lastId);
  for (const fund of exchange.funds.all()) line(byName(fund));
  for (const [, quote] of sorted(exchange.funds.quotes)) line(byName(quote));
  return hash.update(text).digest('hex');
}

/** Orders are most of the state, and of the time: their fields alone, in the order in which a snapshot has them. */
function orderText({ markets }: ExchangeState, order: LiveOrder): string {
  return Object.values(orderState(order, heldUnits(markets.get(order.coinInfoId)!, order))).join(' ');
}

function sorted<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].sort(([a], [b]) => a - b);
}

/** Fields sorted by name: stored and new objects have theirs in different orders. */
function byName(object: object): [string, unknown][] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
}
