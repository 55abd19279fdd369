// The call of transfers between a user's wallets, and of conversions between coins.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { USDT_ID } from '../../../../core/instruments/instrument.ts';
import { isReject } from '../../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { type Units, parseMoney, printMoney, printScaled } from '../../../../core/units/units.ts';
import type { Command } from '../../../exchange/command.ts';
import type { Accepted } from '../../../exchange/outcome.ts';
import { type ConvertQuote, type TransferResult, convertId, fundNo } from '../../../exchange/funds/fund.ts';
import type { FundsDeps } from './funds-deps.ts';
import { printAsset } from '../../wire/wire-order.ts';

/** Decimals of a displayed rate. */
const RATE_DECIMALS = 12;

type Request = RequestOf<'/coin/transfer'>;
type Answer = AnswerOf<'/coin/transfer'>;

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

/** The machine's answer to a command. Throws RejectError when it refuses. */
export async function submitOrThrow({ submit }: Pick<FundsDeps, 'submit'>, command: Command): Promise<Accepted> {
  const { answer } = await submit(command);
  if (isReject(answer)) throw new RejectError(answer.code, answer.params);
  return answer;
}

export async function transferOrConvert(deps: FundsDeps, request: Request, uid: number): Promise<Answer> {
  if (request.type === 'convert') return request.dryRun ? quote(deps, request, uid) : convert(deps, request, uid);
  const coinId = required(request.coinInfoId, 'coinInfoId');
  const units = amountOf(required(request.amount, 'amount'));
  const clientNo = required(request.clientNo, 'clientNo');
  const { moved } = await submitOrThrow(deps, {
    kind: 'transfer',
    uid,
    coinId,
    units,
    to: request.type === 'transfer_to_sport' ? 'spot' : 'contract',
    clientNo,
  });
  return printMoved('transfer', moved);
}

async function quote(deps: FundsDeps, request: Request, uid: number): Promise<Answer> {
  const fromCoinId = required(request.coinInfoId, 'coinInfoId');
  const toCoinId = required(request.toCoinInfoId, 'toCoinInfoId');
  const units = amountOf(required(request.amount, 'amount'));
  for (const coinId of [fromCoinId, toCoinId]) checkOffered(deps, coinId);
  const asked = { kind: 'quoteConvert', uid, fromCoinId, toCoinId, units, rule: 'v2' } as const;
  const { quote: offered } = await submitOrThrow(deps, asked);
  if (!offered) throw new Error('a quote was not answered');
  return printQuote(offered);
}

/**
 * Throws RejectError 2008 or 1404 for a coin without current prices: while a venue is shown, the exchange's own
 * books do not move.
 */
function checkOffered({ known, listed }: FundsDeps, coinId: number): void {
  if (!known.has(coinId)) throw new RejectError(CODE.notFound);
  const offered = listed.get(coinId);
  if (coinId !== USDT_ID && (!offered || offered.info.watchOnly === 1)) throw new RejectError(CODE.marketClosed);
}

async function convert(deps: FundsDeps, request: Request, uid: number): Promise<Answer> {
  const clientNo = required(request.clientNo, 'clientNo');
  // An invalid number means an unknown quote: no quote has id 0.
  const quoteId = convertId(required(request.quoteNo, 'quoteNo')) ?? 0;
  const { moved } = await submitOrThrow(deps, { kind: 'convert', uid, quoteId, rule: 'v2', clientNo });
  return printMoved('convert', moved);
}

function printQuote({ id, inUnits, outUnits, feeUnits, expireTime }: ConvertQuote): Answer {
  const rate = ((outUnits + feeUnits) * 10n ** BigInt(RATE_DECIMALS)) / inUnits;
  return {
    quoteNo: fundNo('convert', id),
    rate: printScaled(rate, RATE_DECIMALS, true),
    fee: printMoney(feeUnits),
    out: printMoney(outUnits),
    expireTime,
  };
}

function printMoved(kind: 'transfer' | 'convert', moved: TransferResult | undefined): Answer {
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
