// From coin to coin: the machine offers a rate from its own books, and keeps its word for ten seconds (F3, F4, F5).
import { CONVERT_FEE_E8, QUOTE_MS } from '../../../core/orders/fund-order.ts';
import { TRADING } from '../../../core/instruments/instrument.ts';
import { CODE, reject } from '../../../core/errors/errors.ts';
import { rateShare } from '../../../core/units/units.ts';
import { HOUSE_UID } from '../command.ts';
import type { Core } from '../state.ts';
import type { Answer } from '../place-spot.ts';
import type { Turn } from '../command-context.ts';
import { MOST_APART_PERCENT, convertedUnits } from './book-rate.ts';
import { type ConvertQuote, fundNo } from './fund.ts';
import type { FundCommand } from './fund-command.ts';
import { coinsOf, houseCanOwe, uncovered, unfit } from './wallets.ts';

/** Carries no price: what is offered comes from the books alone. */
export function quoteConvert(
  core: Core,
  turn: Turn,
  { uid, fromCoinId, toCoinId, units }: Extract<FundCommand, { kind: 'quoteConvert' }>,
): Answer {
  const refused = unfit(core, fromCoinId, units) ?? unfit(core, toCoinId, units);
  if (refused) return refused;
  if (fromCoinId === toCoinId) return reject(CODE.fieldInvalid, { field: 'toCoinInfoId', rule: 'another coin' });
  if ([fromCoinId, toCoinId].some((coinId) => isClosed(core, coinId))) return reject(CODE.marketClosed);
  const whole = convertedUnits(core, fromCoinId, toCoinId, units);
  if (whole === null) return reject(CODE.slippage, { limit: Number(MOST_APART_PERCENT) });
  const feeUnits = rateShare(whole, CONVERT_FEE_E8, 'up');
  if (whole <= feeUnits) return reject(CODE.fieldInvalid, { field: 'amount', rule: 'worth more than the fee' });
  const { funds } = core;
  funds.lastId += 1;
  const quote: ConvertQuote = {
    id: funds.lastId,
    uid,
    fromCoinId,
    toCoinId,
    inUnits: units,
    outUnits: whole - feeUnits,
    feeUnits,
    expireTime: turn.ts + QUOTE_MS,
  };
  funds.quotes.set(uid, quote);
  turn.events.push({ kind: 'quote', uid, quote });
  return { orders: [], quote };
}

/** A coin is converted while its market trades; USDT has none. */
function isClosed({ markets }: Core, coinId: number): boolean {
  const info = markets.get(coinId)?.info;
  return info !== undefined && (info.status !== TRADING || info.spotEnable === 0);
}

export function convert(core: Core, turn: Turn, { uid, quoteId }: Extract<FundCommand, { kind: 'convert' }>): Answer {
  const { ledger, funds } = core;
  const quote = funds.quotes.get(uid);
  if (quote?.id !== quoteId || turn.ts > quote.expireTime) return reject(CODE.quoteExpired);
  const { fromCoinId, toCoinId, inUnits, outUnits, feeUnits } = quote;
  const refused = uncovered(core, uid, 'spot', fromCoinId, inUnits);
  if (refused) return refused;
  if (!houseCanOwe(core, 'spot', toCoinId, outUnits + feeUnits))
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the house may owe' });
  const refNo = fundNo('convert', quote.id);
  const post = (owner: number, coinId: number, recordType: string, units: bigint): void =>
    ledger.post(turn, ledger.account(owner, 'spot', coinId), recordType, units, 0n, refNo);
  post(uid, fromCoinId, 'convert_out', -inUnits);
  post(HOUSE_UID, fromCoinId, 'convert_out', inUnits);
  post(HOUSE_UID, toCoinId, 'convert_in', -outUnits - feeUnits);
  post(HOUSE_UID, toCoinId, 'convert_fee', feeUnits);
  post(uid, toCoinId, 'convert_in', outUnits);
  funds.quotes.delete(uid);
  turn.events.push({ kind: 'quote', uid, quote: null });
  return { orders: [], moved: { id: quote.id, assets: coinsOf(core, uid, [fromCoinId, toCoinId]) } };
}
