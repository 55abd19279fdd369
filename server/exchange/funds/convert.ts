// Converting coins: a rate from the exchange's own books, valid for ten seconds (F3, F4, F5).
import { CONVERT_FEE_E8, QUOTE_MS } from '../../../core/orders/fund-order.ts';
import { TRADING } from '../../../core/instruments/instrument.ts';
import { CODE, reject } from '../../../core/errors/errors.ts';
import { rateShare } from '../../../core/units/units.ts';
import { type CommandOf, EXCHANGE_UID } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Answer } from '../outcome.ts';
import type { CommandContext } from '../command-context.ts';
import { convertedUnits, mostSpreadPercent } from './book-rate.ts';
import { type ConvertQuote, type RateRule, fundNo } from './fund.ts';
import { coinBalancesOf, exchangeCanOwe, checkAvailable, checkCoinAmount } from './fund-checks.ts';

/** The command carries no price: the rate comes from the books alone. */
export function quoteConvert(
  context: CommandContext,
  { uid, fromCoinId, toCoinId, units, rule = 'v1' }: CommandOf<'quoteConvert'>,
): Answer {
  const { exchange } = context;
  const refused = checkCoinAmount(exchange, fromCoinId, units) ?? checkCoinAmount(exchange, toCoinId, units);
  if (refused) return refused;
  if (fromCoinId === toCoinId) return reject(CODE.fieldInvalid, { field: 'toCoinInfoId', rule: 'another coin' });
  if ([fromCoinId, toCoinId].some((coinId) => isClosed(exchange, coinId))) return reject(CODE.marketClosed);
  const whole = convertedUnits(exchange, rule, { fromCoinId, toCoinId, units });
  if (whole === null) return reject(CODE.slippage, { limit: mostSpreadPercent(rule) });
  const feeUnits = rateShare(whole, CONVERT_FEE_E8, 'up');
  if (whole <= feeUnits) return reject(CODE.fieldInvalid, { field: 'amount', rule: 'worth more than the fee' });
  const { funds } = exchange;
  funds.lastId += 1;
  const quote: ConvertQuote = {
    id: funds.lastId,
    uid,
    fromCoinId,
    toCoinId,
    inUnits: units,
    outUnits: whole - feeUnits,
    feeUnits,
    expireTime: context.ts + QUOTE_MS,
  };
  funds.quotes.set(uid, quote);
  context.events.push({ kind: 'quote', uid, quote });
  return { orders: [], quote };
}

/** A coin can be converted while its market trades; USDT has no market. */
function isClosed({ markets }: ExchangeState, coinId: number): boolean {
  const info = markets.get(coinId)?.info;
  return info !== undefined && (info.status !== TRADING || info.spotEnable === 0);
}

/**
 * Whether the books have moved by more than the fee since the offer, either way (F3), or one side of them gives less
 * than it. An offer that held whatever they do would be accepted only when they had moved by more: a profit without a
 * risk; and one who buys one side away moves the middle back.
 */
function hasPassed(
  exchange: ExchangeState,
  { fromCoinId, toCoinId, inUnits, outUnits, feeUnits }: ConvertQuote,
  rule: RateRule,
): boolean {
  const offered = { fromCoinId, toCoinId, units: inUnits };
  const now = convertedUnits(exchange, 'v2', offered);
  const moved = now === null ? null : now - outUnits - feeUnits;
  if (moved === null || moved > feeUnits || -moved > feeUnits) return true;
  return rule === 'v2' && convertedUnits(exchange, rule, offered, 'worse')! < outUnits;
}

export function convert(context: CommandContext, { uid, quoteId, rule = 'v1' }: CommandOf<'convert'>): Answer {
  const { exchange } = context;
  const { ledger, funds } = exchange;
  const quote = funds.quotes.get(uid);
  if (quote?.id !== quoteId || context.ts > quote.expireTime) return reject(CODE.quoteExpired);
  const { fromCoinId, toCoinId, inUnits, outUnits, feeUnits } = quote;
  if ([fromCoinId, toCoinId].some((coinId) => isClosed(exchange, coinId))) return reject(CODE.marketClosed);
  if (hasPassed(exchange, quote, rule)) return reject(CODE.quoteExpired);
  const refused = checkAvailable(exchange, uid, 'spot', fromCoinId, inUnits);
  if (refused) return refused;
  if (!exchangeCanOwe(exchange, 'spot', toCoinId, outUnits + feeUnits))
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the exchange may owe' });
  const refNo = fundNo('convert', quote.id);
  const post = (owner: number, coinId: number, recordType: string, units: bigint): void =>
    ledger.post(context, ledger.account(owner, 'spot', coinId), recordType, units, 0n, refNo);
  post(uid, fromCoinId, 'convert_out', -inUnits);
  post(EXCHANGE_UID, fromCoinId, 'convert_out', inUnits);
  post(EXCHANGE_UID, toCoinId, 'convert_in', -outUnits - feeUnits);
  post(EXCHANGE_UID, toCoinId, 'convert_fee', feeUnits);
  post(uid, toCoinId, 'convert_in', outUnits);
  funds.quotes.delete(uid);
  context.events.push({ kind: 'quote', uid, quote: null });
  return { orders: [], moved: { id: quote.id, assets: coinBalancesOf(exchange, uid, [fromCoinId, toCoinId]) } };
}
