// The calls of seconds contracts: what is offered, buying, and one's own orders with the proof of their outcome.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { type Instrument, TRADING, USDT_ID } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import type { Proof } from '../../../core/proofs/proof.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { LEAST_TICKS, SILENCE_MS, breakEvenWinRateE8, houseEdgeE8 } from '../../../core/risk/binary-option.ts';
import { type SecondsOrder, secondsIntent } from '../../../core/orders/binary-option-order.ts';
import { windowTicks } from '../../../core/risk/binary-option-window.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { printMoney } from '../../../core/units/units.ts';
import type { PlaceBinaryOption } from '../../exchange/command.ts';
import type { Outcome } from '../../exchange/event.ts';
import type { MachineReads } from '../../exchange/machine.ts';
import { PERIODS } from '../../exchange/binary-options/offers.ts';
import { endsBefore } from '../../exchange/binary-options/place-binary-option.ts';
import { binaryOptionId } from '../../exchange/binary-options/open-binary-options.ts';
import type { BinaryOptionRecord, BinaryOptionQueries } from '../../sequencer/queries/binary-option-queries.ts';
import { MOST_CSV_LINES, csvOf } from '../csv.ts';
import type { Handlers, Member } from '../handler.ts';
import { printSeconds } from '../wire-binary-option.ts';
import type { Markets } from './spot-routes.ts';

/** What these calls need of the rooms around. */
export interface SecondsParts extends Markets {
  submit(command: PlaceBinaryOption): Promise<Outcome>;
  reads: BinaryOptionQueries;
  machine: Pick<MachineReads, 'balance' | 'market' | 'secondsLeft'>;
  /** Whether seconds contracts may be sold to this person where they live. */
  allowedFor(uid: number): Promise<boolean>;
  /** Whether a length can be bought now, as far as the operator says. */
  offersPeriod(periodS: number): boolean;
}

export type SecondsPath = '/qt/contract/periods' | '/qt/contract/add' | '/qt/contract/order/list';
type Said<P extends SecondsPath> = AnswerOf<P>;

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

/** The rule in words that stay the same; `silence` in ms. */
const RULE = {
  version: 'v2',
  draw: 'refund',
  minTicks: LEAST_TICKS,
  silence: SILENCE_MS,
  entry: 'median of the first ticks at/after open',
  exit: 'median of the last ticks: as many in all as the period has seconds',
};

export function secondsHandlers(parts: SecondsParts): Handlers<SecondsPath> {
  return {
    '/qt/contract/periods': (request, member) => periods(parts, request, member),
    '/qt/contract/add': (request, member) => add(parts, request, member),
    '/qt/contract/order/list': (request, member) => list(parts, request, member),
  };
}

async function periods(
  parts: SecondsParts,
  { coinInfoId }: RequestOf<'/qt/contract/periods'>,
  { uid, now }: Member,
): Promise<Said<'/qt/contract/periods'>> {
  await checkRegion(parts, uid);
  const { info } = offered(parts, coinInfoId);
  const session = sessionAt(info, now);
  if (!session.open) throw new RejectError(CODE.marketClosed, { nextOpen: session.changesAt ?? 0 });
  if (info.watchOnly === 1 || parts.machine.market(coinInfoId)?.status !== TRADING)
    throw new RejectError(CODE.marketClosed);
  const left = PERIODS.map(({ periodS }) => parts.machine.secondsLeft(uid, coinInfoId, periodS));
  return {
    list: PERIODS.map(({ periodS, profitRateE8, feeRateE8, minUnits, maxUnits }, at) => ({
      period: periodS,
      profitRate: printMoney(profitRateE8),
      minAmount: printMoney(minUnits),
      maxAmount: printMoney(maxUnits),
      feeRate: printMoney(feeRateE8),
      enable: parts.offersPeriod(periodS) && !endsBefore(info, now, periodS) ? (1 as const) : (0 as const),
      windowTicks: windowTicks(periodS),
      exposureLeft: printMoney(left[at] ?? 0n),
      breakEven: printMoney(breakEvenWinRateE8(profitRateE8, feeRateE8)),
      houseEdge: printMoney(houseEdgeE8(profitRateE8, feeRateE8)),
    })),
    balance: printMoney(parts.machine.balance(uid, 'spot', USDT_ID).available),
    exposureLeft: printMoney(left.reduce((a, b) => (a > b ? a : b))),
    rule: RULE,
  };
}

async function add(
  parts: SecondsParts,
  request: RequestOf<'/qt/contract/add'>,
  { uid, now }: Member,
): Promise<SecondsOrder> {
  await checkRegion(parts, uid);
  const { coinInfoId, clientNo } = request;
  const instrument = offered(parts, coinInfoId);
  if (instrument.info.watchOnly === 1) throw new RejectError(CODE.marketClosed);
  const intent = secondsIntent(request);
  if (isReject(intent)) throw new RejectError(intent.code, intent.params);
  const { answer } = await parts.submit({ kind: 'placeSeconds', uid, coinInfoId, clientNo, ...intent });
  if (isReject(answer)) throw new RejectError(answer.code, answer.params);
  if (!answer.seconds) throw new Error('an accepted seconds contract was not answered');
  const kept = await parts.reads.secondsOrder(answer.seconds.id);
  // As it was accepted: a retry is answered as the first try was, whatever the ticks have said since.
  return printSeconds(instrument, answer.seconds, Math.min(now, answer.seconds.buyTime), kept?.receipt);
}

async function list(
  parts: SecondsParts,
  request: RequestOf<'/qt/contract/order/list'>,
  { uid, now }: Member,
): Promise<Said<'/qt/contract/order/list'>> {
  const { page, pageSize, orderNum, state, coinInfoId, startTime, endTime } = request;
  if (orderNum !== undefined)
    return { list: [await one(parts, orderNum, uid, now)], page: 1, pageSize, total: 1, hasMore: false };
  const asFile = request.export === 'csv';
  const offset = asFile ? 0 : (page - 1) * pageSize;
  const found = await parts.reads.seconds(uid, {
    state,
    coinInfoId,
    startTime,
    endTime,
    offset,
    limit: asFile ? MOST_CSV_LINES : pageSize,
  });
  const lines = found.list.map(({ order, receipt }) =>
    printSeconds(instrumentOf(parts, order.coinInfoId), order, now, receipt),
  );
  const around = { page, pageSize, total: found.total, hasMore: offset + lines.length < found.total };
  return asFile
    ? { ...around, list: [], fileName: `seconds-${uid}.csv`, csv: csvOf(COLUMNS, lines) }
    : { ...around, list: lines };
}

/** Another person's order is answered as one that does not exist. */
async function one(parts: SecondsParts, orderNum: string, uid: number, now: number): Promise<SecondsOrder> {
  const id = binaryOptionId(orderNum);
  const kept: BinaryOptionRecord | null = id === null ? null : await parts.reads.secondsOrder(id);
  if (!kept || kept.order.uid !== uid) throw new RejectError(CODE.notFound);
  const proof = kept.proof === null ? null : (JSON.parse(kept.proof) as Proof);
  return printSeconds(instrumentOf(parts, kept.order.coinInfoId), kept.order, now, kept.receipt, proof);
}

async function checkRegion({ allowedFor }: SecondsParts, uid: number): Promise<void> {
  if (!(await allowedFor(uid))) throw new RejectError(CODE.notAllowedHere);
}

/** A market with seconds contracts that is offered now. Throws RejectError 1404. */
function offered({ listed }: SecondsParts, coinInfoId: number): Instrument {
  const instrument = listed.get(coinInfoId);
  if (!instrument || instrument.info.qtEnable === 0) throw new RejectError(CODE.notFound);
  return instrument;
}

function instrumentOf({ known }: SecondsParts, coinInfoId: number): Instrument {
  const instrument = known.get(coinInfoId);
  if (!instrument) throw new Error(`seconds contracts of an unknown market ${coinInfoId}`);
  return instrument;
}
