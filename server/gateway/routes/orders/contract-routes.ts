// The calls of contract orders. Only the owner sees or changes a contract.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { type ContractOrder, contractIntent, triggerTicks } from '../../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../../core/orders/margin-terms.ts';
import { type RiskTerms, multiplesOf } from '../../../../core/risk/margin-tiers.ts';
import { isReject, limitPrice as limitTicksOf, slipOf } from '../../../../core/orders/spot-order.ts';
import { CODE, type Reject, RejectError, reject } from '../../../../core/errors/errors.ts';
import { parseMoney, parseSteps, printMoney, printSteps } from '../../../../core/units/units.ts';
import type { ContractCommand } from '../../../exchange/command.ts';
import type { ContractNote, ContractState } from '../../../exchange/contracts/contract-state.ts';
import { contractOrderId } from '../../../exchange/contracts/contract-order-no.ts';
import type { Accepted, Outcome } from '../../../exchange/outcome.ts';
import type { MachineQueries } from '../../../exchange/machine-queries.ts';
import type { ContractQueries } from '../../../sequencer/queries/contract-queries.ts';
import { MAX_CSV_LINES, csvOf } from '../../csv.ts';
import { refused } from '../../envelope.ts';
import { type AuthenticatedCaller, type Handlers, type LateChecks, refuseLate } from '../../handler.ts';
import { printClosing, printContract } from '../../wire/wire-contract.ts';
import { fundingAnswer } from './contract-statistics.ts';
import type { Markets } from './spot-routes.ts';

export interface ContractDeps extends Markets, LateChecks {
  submit(command: ContractCommand): Promise<Outcome>;
  reads: ContractQueries;
  machine: Pick<MachineQueries, 'mark' | 'market' | 'openContract'>;
}

type Tail =
  | 'multiple'
  | 'add'
  | 'replace'
  | 'list'
  | 'list/active'
  | 'query'
  | 'close'
  | 'set/profit'
  | 'set/loss'
  | 'add/mgn'
  | 'liquidate'
  | 'liquidate/all';
export type ContractPath = `/coin/contract/order/${Tail}`;
type Request<T extends Tail> = RequestOf<`/coin/contract/order/${T}`>;
type Answer<T extends Tail> = AnswerOf<`/coin/contract/order/${T}`>;

/** Initial leverage of a ticket. */
const DEFAULT_MULTIPLE = 10;

/** Columns of the file. */
const COLUMNS = [
  'orderNo',
  'clientNo',
  'createTime',
  'openTime',
  'closeTime',
  'coinInfoId',
  'symbol',
  'direction',
  'multiple',
  'orderType',
  'amount',
  'limitPrice',
  'openPrice',
  'closePrice',
  'securityDeposit',
  'openFee',
  'closeFee',
  'fundingFee',
  'realized',
  'status',
  'closeType',
] as const;

export function contractHandlers(deps: ContractDeps): Handlers<ContractPath> {
  const calls = new ContractCalls(deps);
  return {
    '/coin/contract/order/multiple': (request, caller) => calls.multiple(request, caller.uid),
    '/coin/contract/order/add': (request, caller) => calls.add(request, caller.uid),
    '/coin/contract/order/replace': (request, caller) => calls.replace(request, caller),
    '/coin/contract/order/list': (request, caller) => calls.list(request, caller.uid),
    '/coin/contract/order/list/active': (request, caller) => calls.active(request, caller.uid),
    '/coin/contract/order/query': (request, caller) => calls.query(request, caller.uid),
    '/coin/contract/order/close': (request, caller) => calls.close(request, caller.uid),
    '/coin/contract/order/set/profit': (request, caller) =>
      calls.setTrigger('setProfit', request.profitPrice, request, caller.uid),
    '/coin/contract/order/set/loss': (request, caller) =>
      calls.setTrigger('setLoss', request.lossPrice, request, caller.uid),
    '/coin/contract/order/add/mgn': (request, caller) => calls.addMargin(request, caller.uid),
    '/coin/contract/order/liquidate': (request, caller) => calls.liquidate(request, caller.uid),
    '/coin/contract/order/liquidate/all': (request, caller) => calls.liquidateAll(request, caller),
  };
}

class ContractCalls {
  readonly #deps: ContractDeps;
  readonly #terms = new Map<number, RiskTerms>();

  constructor(deps: ContractDeps) {
    this.#deps = deps;
    for (const [id, instrument] of deps.known)
      if (instrument.info.contractEnable === 1) this.#terms.set(id, riskTermsOf(instrument));
  }

  async multiple({ coinInfoId }: Request<'multiple'>, uid: number): Promise<Answer<'multiple'>> {
    const { info } = this.#offered(coinInfoId);
    const { tiers } = this.#terms.get(coinInfoId)!;
    const multiples = multiplesOf(tiers, info.maxMultiple);
    return {
      multiples,
      default: multiples.includes(DEFAULT_MULTIPLE) ? DEFAULT_MULTIPLE : (multiples.at(-1) ?? 1),
      last: (await this.#deps.reads.lastLeverage(uid, coinInfoId)) ?? 0,
      tiers: tiers.map(({ capUnits, mmrE8, maxMultiple, deductUnits }) => ({
        cap: capUnits === null ? '' : printMoney(capUnits),
        mmr: printMoney(mmrE8),
        maxMultiple: Math.min(maxMultiple, info.maxMultiple),
        deduct: printMoney(deductUnits),
      })),
      minAmount: info.minAmount,
      maxAmount: info.maxAmount,
      amountStep: info.amountStep,
      makerFee: info.contractMakerFee,
      takerFee: info.contractTakerFee,
      funding: fundingAnswer(this.#deps.machine, coinInfoId),
    };
  }

  async add(request: Request<'add'>, uid: number): Promise<ContractOrder> {
    const { coinInfoId, multiple, triggerBy, clientNo } = request;
    const intent = valueOrThrow(contractIntent(this.#offered(coinInfoId), request));
    return this.#one(
      await this.#submit({ kind: 'placeContract', uid, coinInfoId, multiple, triggerBy, clientNo, ...intent }),
    );
  }

  async replace(
    { id, limitPrice, amount, clientNo }: Request<'replace'>,
    caller: AuthenticatedCaller,
  ): Promise<ContractOrder> {
    const { uid } = caller;
    const instrument = this.#openOwn(id, uid) ?? (await this.#finishedOwn(id, uid));
    refuseLate(this.#deps, caller);
    const limitTicks = valueOrThrow(limitTicksOf(instrument, limitPrice, 'limitPrice'));
    const lots = amount === undefined ? 0 : valueOrThrow(partLots(instrument, amount));
    this.#checkNotMore(id, instrument, lots);
    return this.#one(await this.#submit({ kind: 'replaceContract', uid, contractId: id, lots, limitTicks, clientNo }));
  }

  async list(request: Request<'list'>, uid: number): Promise<Answer<'list'>> {
    const { page, pageSize, coinInfoId, closeType, startTime, endTime } = request;
    const asFile = request.export === 'csv';
    const offset = asFile ? 0 : (page - 1) * pageSize;
    const limit = asFile ? MAX_CSV_LINES : pageSize;
    const { list, total } = await this.#deps.reads.history(uid, {
      coinInfoId,
      closeType,
      startTime,
      endTime,
      offset,
      limit,
    });
    const lines = list.map((state) => this.#print(state));
    const pageInfo = { page, pageSize, total, hasMore: offset + lines.length < total };
    return asFile
      ? { ...pageInfo, list: [], fileName: `contracts-${uid}.csv`, csv: csvOf(COLUMNS, lines) }
      : { ...pageInfo, list: lines };
  }

  async active({ coinInfoId, status }: Request<'list/active'>, uid: number): Promise<Answer<'list/active'>> {
    const open = await this.#deps.reads.active(uid);
    const matching = open.filter(
      (state) =>
        (coinInfoId === undefined || state.coinInfoId === coinInfoId) &&
        (status === undefined || (status === '0' ? state.pendingLots > 0 : state.position.lots > 0)),
    );
    return { list: matching.map((state) => this.#print(state)) };
  }

  async query({ id, orderNo, clientNo }: Request<'query'>, uid: number): Promise<ContractOrder> {
    const contractId = id ?? (orderNo === undefined ? null : contractOrderId(orderNo));
    if (contractId === null && orderNo === undefined && clientNo === undefined)
      throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
    const { reads } = this.#deps;
    const state =
      contractId !== null
        ? await reads.contract(contractId)
        : clientNo === undefined
          ? null
          : await reads.contractByClientNo(uid, clientNo);
    // Another user's contract is answered as one that does not exist.
    if (!state || state.uid !== uid) throw new RejectError(CODE.notFound);
    const closing = await reads.closingOf(state);
    return {
      ...this.#print(state, await reads.notes(state.id)),
      ...(closing ? { closing: printClosing(this.#deps.known.get(state.coinInfoId)!, closing) } : {}),
    };
  }

  async close(request: Request<'close'>, uid: number): Promise<Answer<'close'>> {
    const contractIds = request.ids ?? (request.id === undefined ? [] : [request.id]);
    if (!request.all && contractIds.length === 0)
      throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
    const { contracts } = await this.#asOwner(contractIds, uid, {
      kind: 'cancelContract',
      uid,
      contractIds: request.all ? null : contractIds,
      coinInfoId: request.coinInfoId ?? null,
      clientNo: request.clientNo,
    });
    return { list: (contracts ?? []).map((state) => this.#print(state)) };
  }

  async setTrigger(
    kind: 'setProfit' | 'setLoss',
    text: string | undefined,
    { id, amount, triggerBy }: Pick<Request<'set/profit'>, 'id' | 'amount' | 'triggerBy'>,
    uid: number,
  ): Promise<ContractOrder> {
    const instrument = this.#openOwn(id, uid) ?? (await this.#finishedOwn(id, uid));
    const priceTicks = valueOrThrow(triggerTicks(instrument, text, kind === 'setProfit' ? 'profitPrice' : 'lossPrice'));
    const lots = amount === undefined ? 0 : valueOrThrow(partLots(instrument, amount));
    return this.#one(await this.#submit({ kind, uid, contractId: id, priceTicks, lots, triggerBy }));
  }

  async addMargin({ id, amount, clientNo }: Request<'add/mgn'>, uid: number): Promise<ContractOrder> {
    const units = parseMoney(amount);
    if (units === null || units === 0n)
      throw new RejectError(CODE.fieldInvalid, { field: 'amount', rule: 'not 0, at most 8 decimals' });
    if (!this.#openOwn(id, uid)) await this.#finishedOwn(id, uid);
    return this.#one(await this.#submit({ kind: 'addMargin', uid, contractId: id, units, clientNo }));
  }

  async liquidate(
    { id, amount, limitPrice, maxSlip, clientNo }: Request<'liquidate'>,
    uid: number,
  ): Promise<ContractOrder> {
    const instrument = this.#openOwn(id, uid) ?? (await this.#finishedOwn(id, uid));
    const lots = amount === undefined ? 0 : valueOrThrow(partLots(instrument, amount));
    const limitTicks =
      limitPrice === undefined ? undefined : valueOrThrow(limitTicksOf(instrument, limitPrice, 'limitPrice'));
    return this.#one(
      await this.#submit({
        kind: 'closeContract',
        uid,
        contractId: id,
        lots,
        slipE8: valueOrThrow(slipOf(maxSlip)),
        limitTicks,
        clientNo,
      }),
    );
  }

  async liquidateAll(
    { coinInfoId, direction, clientNo }: Request<'liquidate/all'>,
    { uid, language, now }: AuthenticatedCaller,
  ): Promise<Answer<'liquidate/all'>> {
    const { contracts, failed } = await this.#submit({
      kind: 'closeAllContracts',
      uid,
      coinInfoId: coinInfoId ?? null,
      direction: direction ?? null,
      clientNo,
    });
    return {
      closed: (contracts ?? []).map((state) => this.#print(state)),
      // Of a stored answer of an earlier version the values are not known.
      failed: (failed ?? []).map(({ id, code, params = {} }) => ({
        id,
        code,
        msg: refused({ code, params }, language, now, '').msg,
      })),
    };
  }

  /**
   * Throws RejectError 2003 where a replacement is of more than the open order ever was: the machine would cut it
   * (R19). A retry finds no open order, and more than what is left may have been filled meanwhile.
   */
  #checkNotMore(id: number, { info, amount }: Instrument, lots: number): void {
    const most = this.#deps.machine.openContract(id)?.lots ?? lots;
    if (lots <= most) return;
    const max = printSteps(most, amount);
    throw new RejectError(CODE.amountOffStep, { step: info.amountStep, min: info.minAmount, max });
  }

  #offered(coinInfoId: number): Instrument {
    const instrument = this.#deps.listed.get(coinInfoId);
    if (!instrument || !this.#terms.has(coinInfoId)) throw new RejectError(CODE.notFound);
    return instrument;
  }

  /**
   * The instrument of the caller's open contract; null where there is none. Nothing is awaited: an account that is
   * frozen while a call waits would be charged after it.
   */
  #openOwn(id: number, uid: number): Instrument | null {
    const state = this.#deps.machine.openContract(id);
    return state?.uid === uid ? this.#deps.known.get(state.coinInfoId)! : null;
  }

  /** That of a finished one: a retry gets its first answer. Throws RejectError 1404 for another's, and for none. */
  async #finishedOwn(id: number, uid: number): Promise<Instrument> {
    const state = await this.#deps.reads.contract(id);
    if (state?.uid !== uid) throw new RejectError(CODE.notFound);
    return this.#deps.known.get(state.coinInfoId)!;
  }

  async #submit(command: ContractCommand): Promise<Accepted> {
    const { answer } = await this.#deps.submit(command);
    if (isReject(answer)) throw new RejectError(answer.code, answer.params);
    return answer;
  }

  /** The machine does not know the owner of a finished contract: "already finished" must not reveal another user's. */
  async #asOwner(ids: number[], uid: number, command: ContractCommand): Promise<Accepted> {
    try {
      return await this.#submit(command);
    } catch (error) {
      if (!(error instanceof RejectError) || error.reject.code !== CODE.orderFinished) throw error;
      const states = await Promise.all(ids.map((id) => this.#deps.reads.contract(id)));
      throw states.every((state) => state?.uid !== uid) ? new RejectError(CODE.notFound) : error;
    }
  }

  #one({ contracts }: Accepted): ContractOrder {
    const state = contracts?.[0];
    if (!state) throw new Error('an accepted contract was not answered');
    return this.#print(state);
  }

  #print(state: ContractState, notes?: readonly ContractNote[]): ContractOrder {
    const instrument = this.#deps.known.get(state.coinInfoId);
    const terms = this.#terms.get(state.coinInfoId);
    if (!instrument || !terms) throw new Error(`contract ${state.id} is of a market without contracts`);
    const { machine } = this.#deps;
    const prices = {
      markTicks: machine.mark(state.coinInfoId)?.markTicks ?? 0,
      lastTicks: machine.market(state.coinInfoId)?.lastPriceTicks ?? 0,
    };
    return printContract(instrument, terms, state, prices, notes);
  }
}

/** Lots of a partial close: on the grid, above 0. The machine checks the upper limit. */
function partLots({ info, amount: grid }: Instrument, text: string): number | Reject {
  const lots = parseSteps(text, grid);
  if (typeof lots !== 'number' || lots < 0)
    return reject(CODE.amountOffStep, { step: info.amountStep, min: info.amountStep, max: info.maxAmount });
  return lots === 0 ? reject(CODE.amountZero) : lots;
}

function valueOrThrow<T extends object | number>(value: T | Reject): T {
  if (typeof value === 'object' && isReject(value)) throw new RejectError(value.code, value.params);
  return value as T;
}
