// The calls of binary options: offers, purchase, and the user's own orders with proofs.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { type Instrument, TRADING, USDT_ID } from '../../../../core/instruments/instrument.ts';
import { isReject } from '../../../../core/orders/spot-order.ts';
import type { Proof } from '../../../../core/proofs/proof.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { MIN_TICKS, SILENCE_MS, breakEvenWinRateE8, exchangeEdgeE8 } from '../../../../core/risk/binary-option.ts';
import { type SecondsOrder, secondsIntent } from '../../../../core/orders/binary-option-order.ts';
import { windowTicks } from '../../../../core/risk/binary-option-window.ts';
import { sessionAt } from '../../../../core/instruments/trading-hours.ts';
import { printMoney } from '../../../../core/units/units.ts';
import type { PlaceBinaryOption } from '../../../exchange/command.ts';
import type { Outcome } from '../../../exchange/outcome.ts';
import type { MachineQueries } from '../../../exchange/machine-queries.ts';
import { PERIODS } from '../../../exchange/binary-options/offers.ts';
import { endsBefore } from '../../../exchange/binary-options/place-binary-option.ts';
import { binaryOptionId } from '../../../exchange/binary-options/open-binary-options.ts';
import type { BinaryOptionRecord, BinaryOptionQueries } from '../../../sequencer/queries/binary-option-queries.ts';
import { MAX_CSV_LINES, csvOf } from '../../csv.ts';
import { type AuthenticatedCaller, type Handlers, type LateChecks, refuseLate } from '../../handler.ts';
import { printBinaryOption } from '../../wire/wire-binary-option.ts';
import type { Markets } from './spot-routes.ts';

export interface BinaryOptionDeps extends Markets, LateChecks {
  submit(command: PlaceBinaryOption): Promise<Outcome>;
  reads: BinaryOptionQueries;
  machine: Pick<MachineQueries, 'balance' | 'market' | 'stakeLeft'>;
  /** Whether binary options may be sold in the user's country. */
  allowedFor(uid: number): Promise<boolean>;
  /** Whether the operator offers a period now. */
  offersPeriod(periodS: number): boolean;
}

export type BinaryOptionPath = '/qt/contract/periods' | '/qt/contract/add' | '/qt/contract/order/list';

const COLUMNS = [
  'orderNum',
  'buyTime',
  'coinInfoId',
  'symbol',
  'direction',
  'period',
  'amount',
  'profitRate',
  'fee',
  'openTime',
  'expirationTime',
  'strikePrice',
  'executionPrice',
  'settleTime',
  'status',
  'result',
  'payout',
  'profit',
  'orderHash',
] as const;

/** The settlement rule in fixed texts; `silence` in ms. */
const RULE = {
  version: 'v2',
  draw: 'refund',
  minTicks: MIN_TICKS,
  silence: SILENCE_MS,
  entry: 'median of the first ticks at/after open',
  exit: 'median of the last ticks: as many in all as the period has seconds',
};

export function binaryOptionHandlers(deps: BinaryOptionDeps): Handlers<BinaryOptionPath> {
  return {
    '/qt/contract/periods': (request, caller) => periods(deps, request, caller),
    '/qt/contract/add': (request, caller) => add(deps, request, caller),
    '/qt/contract/order/list': (request, caller) => list(deps, request, caller),
  };
}

async function periods(
  deps: BinaryOptionDeps,
  { coinInfoId }: RequestOf<'/qt/contract/periods'>,
  { uid, now }: AuthenticatedCaller,
): Promise<AnswerOf<'/qt/contract/periods'>> {
  await checkRegion(deps, uid);
  const { info } = offered(deps, coinInfoId);
  const session = sessionAt(info, now);
  if (!session.open) throw new RejectError(CODE.marketClosed, { nextOpen: session.changesAt ?? 0 });
  if (info.watchOnly === 1 || deps.machine.market(coinInfoId)?.status !== TRADING)
    throw new RejectError(CODE.marketClosed);
  const left = PERIODS.map(({ periodS }) => deps.machine.stakeLeft(uid, coinInfoId, periodS));
  return {
    list: PERIODS.map(({ periodS, profitRateE8, feeRateE8, minUnits, maxUnits }, at) => ({
      period: periodS,
      profitRate: printMoney(profitRateE8),
      minAmount: printMoney(minUnits),
      maxAmount: printMoney(maxUnits),
      feeRate: printMoney(feeRateE8),
      enable: deps.offersPeriod(periodS) && !endsBefore(info, now, periodS) ? (1 as const) : (0 as const),
      windowTicks: windowTicks(periodS),
      exposureLeft: printMoney(left[at] ?? 0n),
      breakEven: printMoney(breakEvenWinRateE8(profitRateE8, feeRateE8)),
      houseEdge: printMoney(exchangeEdgeE8(profitRateE8, feeRateE8)),
    })),
    balance: printMoney(deps.machine.balance(uid, 'spot', USDT_ID).available),
    exposureLeft: printMoney(left.reduce((a, b) => (a > b ? a : b))),
    rule: RULE,
  };
}

async function add(
  deps: BinaryOptionDeps,
  request: RequestOf<'/qt/contract/add'>,
  caller: AuthenticatedCaller,
): Promise<SecondsOrder> {
  const { uid, now } = caller;
  await checkRegion(deps, uid);
  const { coinInfoId, clientNo } = request;
  const instrument = offered(deps, coinInfoId);
  if (instrument.info.watchOnly === 1) throw new RejectError(CODE.marketClosed);
  const intent = secondsIntent(request);
  if (isReject(intent)) throw new RejectError(intent.code, intent.params);
  refuseLate(deps, caller);
  const { answer } = await deps.submit({ kind: 'placeSeconds', uid, coinInfoId, clientNo, ...intent });
  if (isReject(answer)) throw new RejectError(answer.code, answer.params);
  if (!answer.seconds) throw new Error('an accepted seconds contract was not answered');
  const record = await deps.reads.binaryOption(answer.seconds.id);
  // Printed as accepted: a retry gets the same answer as the first try, also after later ticks.
  return printBinaryOption(instrument, answer.seconds, Math.min(now, answer.seconds.buyTime), record?.receipt);
}

async function list(
  deps: BinaryOptionDeps,
  request: RequestOf<'/qt/contract/order/list'>,
  { uid, now }: AuthenticatedCaller,
): Promise<AnswerOf<'/qt/contract/order/list'>> {
  const { page, pageSize, orderNum, state, coinInfoId, startTime, endTime } = request;
  if (orderNum !== undefined)
    return { list: [await one(deps, orderNum, uid, now)], page: 1, pageSize, total: 1, hasMore: false };
  const asFile = request.export === 'csv';
  const offset = asFile ? 0 : (page - 1) * pageSize;
  const found = await deps.reads.binaryOptions(uid, {
    state,
    coinInfoId,
    startTime,
    endTime,
    offset,
    limit: asFile ? MAX_CSV_LINES : pageSize,
  });
  const lines = found.list.map(({ order, receipt }) =>
    printBinaryOption(instrumentOf(deps, order.coinInfoId), order, now, receipt),
  );
  const pageInfo = { page, pageSize, total: found.total, hasMore: offset + lines.length < found.total };
  return asFile
    ? { ...pageInfo, list: [], fileName: `seconds-${uid}.csv`, csv: csvOf(COLUMNS, lines) }
    : { ...pageInfo, list: lines };
}

/** Another user's order is answered as one that does not exist. */
async function one(deps: BinaryOptionDeps, orderNum: string, uid: number, now: number): Promise<SecondsOrder> {
  const id = binaryOptionId(orderNum);
  const record: BinaryOptionRecord | null = id === null ? null : await deps.reads.binaryOption(id);
  if (!record || record.order.uid !== uid) throw new RejectError(CODE.notFound);
  const proof = record.proof === null ? null : (JSON.parse(record.proof) as Proof);
  return printBinaryOption(instrumentOf(deps, record.order.coinInfoId), record.order, now, record.receipt, proof);
}

async function checkRegion({ allowedFor }: BinaryOptionDeps, uid: number): Promise<void> {
  if (!(await allowedFor(uid))) throw new RejectError(CODE.notAllowedHere);
}

/** A listed market with binary options. Throws RejectError 1404. */
function offered({ listed }: BinaryOptionDeps, coinInfoId: number): Instrument {
  const instrument = listed.get(coinInfoId);
  if (!instrument || instrument.info.qtEnable === 0) throw new RejectError(CODE.notFound);
  return instrument;
}

function instrumentOf({ known }: BinaryOptionDeps, coinInfoId: number): Instrument {
  const instrument = known.get(coinInfoId);
  if (!instrument) throw new Error(`seconds contracts of an unknown market ${coinInfoId}`);
  return instrument;
}
