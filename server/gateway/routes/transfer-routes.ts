// The call that moves money between a person's wallets, and from coin to coin.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Units, parseMoney, printMoney, printScaled } from '../../../core/units/units.ts';
import type { Command } from '../../exchange/command.ts';
import type { Accepted } from '../../exchange/event.ts';
import { type ConvertQuote, type Moved, convertId, fundNo } from '../../exchange/funds/fund.ts';
import type { FundParts } from '../../services/funds/funds-deps.ts';
import { printAsset } from '../wire-order.ts';

/** Decimals of a rate that is shown. */
const RATE_DECIMALS = 12;

type Request = RequestOf<'/coin/transfer'>;
type Said = AnswerOf<'/coin/transfer'>;

/** Throws RejectError 1400 naming the field. */
export function required<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw new RejectError(CODE.fieldInvalid, { field, rule: 'required' });
  return value;
}

/** Money above 0 from a field. Throws RejectError 1400. */
export function amountOf(text: string): Units {
  const units = parseMoney(text);
  if (units === null || units <= 0n)
    throw new RejectError(CODE.fieldInvalid, { field: 'amount', rule: 'above 0, at most 8 decimals' });
  return units;
}

/** Answer to a command. Throws its refusal. */
export async function asked({ submit }: Pick<FundParts, 'submit'>, command: Command): Promise<Accepted> {
  const { answer } = await submit(command);
  if (isReject(answer)) throw new RejectError(answer.code, answer.params);
  return answer;
}

export async function transferOrConvert(parts: FundParts, request: Request, uid: number): Promise<Said> {
  if (request.type === 'convert') return request.dryRun ? quote(parts, request, uid) : convert(parts, request, uid);
  const coinId = required(request.coinInfoId, 'coinInfoId');
  const units = amountOf(required(request.amount, 'amount'));
  const clientNo = required(request.clientNo, 'clientNo');
  const { moved } = await asked(parts, {
    kind: 'transfer',
    uid,
    coinId,
    units,
    to: request.type === 'transfer_to_sport' ? 'spot' : 'contract',
    clientNo,
  });
  return printMoved('transfer', moved);
}

async function quote(parts: FundParts, request: Request, uid: number): Promise<Said> {
  const fromCoinId = required(request.coinInfoId, 'coinInfoId');
  const toCoinId = required(request.toCoinInfoId, 'toCoinInfoId');
  const units = amountOf(required(request.amount, 'amount'));
  for (const coinId of [fromCoinId, toCoinId]) checkOffered(parts, coinId);
  const { quote: offered } = await asked(parts, { kind: 'quoteConvert', uid, fromCoinId, toCoinId, units });
  if (!offered) throw new Error('a quote was not answered');
  return printQuote(offered);
}

/** While another venue's market is watched, the house's own books stand still, and say nothing of a price. */
function checkOffered({ known, listed }: FundParts, coinId: number): void {
  if (!known.has(coinId)) throw new RejectError(CODE.notFound);
  const offered = listed.get(coinId);
  if (coinId !== USDT_ID && (!offered || offered.info.watchOnly === 1)) throw new RejectError(CODE.marketClosed);
}

async function convert(parts: FundParts, request: Request, uid: number): Promise<Said> {
  const clientNo = required(request.clientNo, 'clientNo');
  // A number that is none of ours is a quote that nobody has: 0 is no quote's id.
  const quoteId = convertId(required(request.quoteNo, 'quoteNo')) ?? 0;
  const { moved } = await asked(parts, { kind: 'convert', uid, quoteId, clientNo });
  return printMoved('convert', moved);
}

function printQuote({ id, inUnits, outUnits, feeUnits, expireTime }: ConvertQuote): Said {
  const rate = ((outUnits + feeUnits) * 10n ** BigInt(RATE_DECIMALS)) / inUnits;
  return {
    quoteNo: fundNo('convert', id),
    rate: printScaled(rate, RATE_DECIMALS, true),
    fee: printMoney(feeUnits),
    out: printMoney(outUnits),
    expireTime,
  };
}

function printMoved(kind: 'transfer' | 'convert', moved: Moved | undefined): Said {
  if (!moved) throw new Error(`a ${kind} was not answered`);
  const assets = moved.assets.map(({ coinId, spotUnits, spotFrozenUnits, contractUnits, contractFrozenUnits }) =>
    printAsset({
      coinId,
      spot: spotUnits,
      spotFrozen: spotFrozenUnits,
      contract: contractUnits,
      contractFrozen: contractFrozenUnits,
    }),
  );
  return { orderNo: fundNo(kind, moved.id), assets };
}
