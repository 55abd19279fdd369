// The calls of contract orders: drafts go through the shared rules, then through the sequencer; only the owner sees or
// changes a contract.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { type ContractOrder, contractIntent, triggerTicks } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import { type RiskTerms, multiplesOf } from '../../../core/risk/margin-tiers.ts';
import { isReject, limitPrice as limitTicksOf, slipOf } from '../../../core/orders/spot-order.ts';
import { CODE, type Code, type Reject, RejectError, reject } from '../../../core/errors/errors.ts';
import { parseMoney, parseSteps, printMoney } from '../../../core/units/units.ts';
import type { ContractCommand } from '../../exchange/command.ts';
import type { ContractNote, ContractState } from '../../exchange/contracts/contract.ts';
import { FUNDING_MS } from '../../exchange/contracts/funding.ts';
import type { Accepted, Outcome } from '../../exchange/event.ts';
import type { MachineReads } from '../../exchange/machine.ts';
import type { ContractQueries } from '../../sequencer/queries/contract-queries.ts';
import { refused } from '../envelope.ts';
import type { Handlers, Member } from '../handler.ts';
import { contractOrderId, printClosing, printContract } from '../wire-contract.ts';
import type { Markets } from './spot-routes.ts';

/** What these calls need of the rooms around. */
export interface ContractParts extends Markets {
  submit(command: ContractCommand): Promise<Outcome>;
  reads: ContractQueries;
  machine: Pick<MachineReads, 'mark' | 'market'>;
}

type Tail =
  | 'multiple'
  | 'add'
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
type Of<T extends Tail> = RequestOf<`/coin/contract/order/${T}`>;
type Said<T extends Tail> = AnswerOf<`/coin/contract/order/${T}`>;

/** Multiple that a ticket starts with. */
const DEFAULT_MULTIPLE = 10;

export function contractHandlers(parts: ContractParts): Handlers<ContractPath> {
  const calls = new ContractCalls(parts);
  return {
    '/coin/contract/order/multiple': (request, member) => calls.multiple(request, member.uid),
    '/coin/contract/order/add': (request, member) => calls.add(request, member.uid),
    '/coin/contract/order/list': (request, member) => calls.list(request, member.uid),
    '/coin/contract/order/list/active': (request, member) => calls.active(request, member.uid),
    '/coin/contract/order/query': (request, member) => calls.query(request, member.uid),
    '/coin/contract/order/close': (request, member) => calls.close(request, member.uid),
    '/coin/contract/order/set/profit': (request, member) =>
      calls.setTrigger('setProfit', request.profitPrice, request, member.uid),
    '/coin/contract/order/set/loss': (request, member) =>
      calls.setTrigger('setLoss', request.lossPrice, request, member.uid),
    '/coin/contract/order/add/mgn': (request, member) => calls.addMargin(request, member.uid),
    '/coin/contract/order/liquidate': (request, member) => calls.liquidate(request, member.uid),
    '/coin/contract/order/liquidate/all': (request, member) => calls.liquidateAll(request, member),
  };
}

class ContractCalls {
  readonly #parts: ContractParts;
  readonly #terms = new Map<number, RiskTerms>();

  constructor(parts: ContractParts) {
    this.#parts = parts;
    for (const [id, instrument] of parts.known)
      if (instrument.info.contractEnable === 1) this.#terms.set(id, riskTermsOf(instrument));
  }

  async multiple({ coinInfoId }: Of<'multiple'>, uid: number): Promise<Said<'multiple'>> {
    const { info } = this.#offered(coinInfoId);
    const { tiers } = this.#terms.get(coinInfoId)!;
    const multiples = multiplesOf(tiers, info.maxMultiple);
    return {
      multiples,
      default: multiples.includes(DEFAULT_MULTIPLE) ? DEFAULT_MULTIPLE : (multiples.at(-1) ?? 1),
      last: (await this.#parts.reads.lastMultiple(uid, coinInfoId)) ?? 0,
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
      funding: this.#funding(coinInfoId),
    };
  }

  /** Where no funding is paid the rate is 0, and no stamp comes. */
  #funding(coinInfoId: number): Said<'multiple'>['funding'] {
    const reading = this.#parts.machine.mark(coinInfoId)?.funding;
    return {
      enable: reading ? 1 : 0,
      rate: printMoney(reading?.rateE8 ?? 0n),
      nextTime: reading?.nextMs ?? 0,
      interval: FUNDING_MS / 1000,
    };
  }

  async add(request: Of<'add'>, uid: number): Promise<ContractOrder> {
    const { coinInfoId, multiple, triggerBy, clientNo } = request;
    const intent = sound(contractIntent(this.#offered(coinInfoId), request));
    return this.#one(
      await this.#ask({ kind: 'placeContract', uid, coinInfoId, multiple, triggerBy, clientNo, ...intent }),
    );
  }

  async list(request: Of<'list'>, uid: number): Promise<Said<'list'>> {
    const { page, pageSize, coinInfoId, closeType, startTime, endTime } = request;
    const { list, total } = await this.#parts.reads.history(uid, {
      coinInfoId,
      closeType,
      startTime,
      endTime,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    return { list: list.map((state) => this.#print(state)), page, pageSize, total, hasMore: page * pageSize < total };
  }

  async active({ coinInfoId, status }: Of<'list/active'>, uid: number): Promise<Said<'list/active'>> {
    const open = await this.#parts.reads.active(uid);
    const asked = open.filter(
      (state) =>
        (coinInfoId === undefined || state.coinInfoId === coinInfoId) &&
        (status === undefined || (status === '0' ? state.pendingLots > 0 : state.position.lots > 0)),
    );
    return { list: asked.map((state) => this.#print(state)) };
  }

  async query({ id, orderNo, clientNo }: Of<'query'>, uid: number): Promise<ContractOrder> {
    const asked = id ?? (orderNo === undefined ? null : contractOrderId(orderNo));
    if (asked === null && orderNo === undefined && clientNo === undefined)
      throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
    const { reads } = this.#parts;
    const state =
      asked !== null
        ? await reads.contract(asked)
        : clientNo === undefined
          ? null
          : await reads.contractByClientNo(uid, clientNo);
    // Another person's contract is answered as one that does not exist.
    if (!state || state.uid !== uid) throw new RejectError(CODE.notFound);
    const closing = await reads.closingOf(state);
    return {
      ...this.#print(state, await reads.notes(state.id)),
      ...(closing ? { closing: printClosing(this.#parts.known.get(state.coinInfoId)!, closing) } : {}),
    };
  }

  async close(request: Of<'close'>, uid: number): Promise<Said<'close'>> {
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
    { id, amount, triggerBy }: Pick<Of<'set/profit'>, 'id' | 'amount' | 'triggerBy'>,
    uid: number,
  ): Promise<ContractOrder> {
    const { instrument } = await this.#own(id, uid);
    const priceTicks = sound(triggerTicks(instrument, text, kind === 'setProfit' ? 'profitPrice' : 'lossPrice'));
    const lots = amount === undefined ? 0 : sound(partLots(instrument, amount));
    return this.#one(await this.#ask({ kind, uid, contractId: id, priceTicks, lots, triggerBy }));
  }

  async addMargin({ id, amount, clientNo }: Of<'add/mgn'>, uid: number): Promise<ContractOrder> {
    const units = parseMoney(amount);
    if (units === null || units === 0n)
      throw new RejectError(CODE.fieldInvalid, { field: 'amount', rule: 'not 0, at most 8 decimals' });
    await this.#own(id, uid);
    return this.#one(await this.#ask({ kind: 'addMargin', uid, contractId: id, units, clientNo }));
  }

  async liquidate({ id, amount, limitPrice, maxSlip, clientNo }: Of<'liquidate'>, uid: number): Promise<ContractOrder> {
    const { instrument } = await this.#own(id, uid);
    const lots = amount === undefined ? 0 : sound(partLots(instrument, amount));
    const limitTicks = limitPrice === undefined ? undefined : sound(limitTicksOf(instrument, limitPrice, 'limitPrice'));
    return this.#one(
      await this.#ask({
        kind: 'closeContract',
        uid,
        contractId: id,
        lots,
        slipE8: sound(slipOf(maxSlip)),
        limitTicks,
        clientNo,
      }),
    );
  }

  async liquidateAll(
    { coinInfoId, direction, clientNo }: Of<'liquidate/all'>,
    { uid, language, now }: Member,
  ): Promise<Said<'liquidate/all'>> {
    const { contracts, failed } = await this.#ask({
      kind: 'closeAllContracts',
      uid,
      coinInfoId: coinInfoId ?? null,
      direction: direction ?? null,
      clientNo,
    });
    return {
      closed: (contracts ?? []).map((state) => this.#print(state)),
      failed: (failed ?? []).map(({ id, code }) => ({
        id,
        code,
        msg: refused(reject(code as Code), language, now, '').msg,
      })),
    };
  }

  #offered(coinInfoId: number): Instrument {
    const instrument = this.#parts.listed.get(coinInfoId);
    if (!instrument || !this.#terms.has(coinInfoId)) throw new RejectError(CODE.notFound);
    return instrument;
  }

  /** The caller's contract and its market, open or not. */
  async #own(id: number, uid: number): Promise<{ state: ContractState; instrument: Instrument }> {
    const state = await this.#parts.reads.contract(id);
    if (!state || state.uid !== uid) throw new RejectError(CODE.notFound);
    return { state, instrument: this.#parts.known.get(state.coinInfoId)! };
  }

  async #ask(command: ContractCommand): Promise<Accepted> {
    const { answer } = await this.#parts.submit(command);
    if (isReject(answer)) throw new RejectError(answer.code, answer.params);
    return answer;
  }

  /** The machine forgets who owned a finished contract: "already finished" must not tell of another's. */
  async #asOwner(ids: number[], uid: number, command: ContractCommand): Promise<Accepted> {
    try {
      return await this.#ask(command);
    } catch (error) {
      if (!(error instanceof RejectError) || error.reject.code !== CODE.orderFinished) throw error;
      const states = await Promise.all(ids.map((id) => this.#parts.reads.contract(id)));
      throw states.every((state) => state?.uid !== uid) ? new RejectError(CODE.notFound) : error;
    }
  }

  #one({ contracts }: Accepted): ContractOrder {
    const state = contracts?.[0];
    if (!state) throw new Error('an accepted contract was not answered');
    return this.#print(state);
  }

  #print(state: ContractState, notes?: readonly ContractNote[]): ContractOrder {
    const instrument = this.#parts.known.get(state.coinInfoId);
    const terms = this.#terms.get(state.coinInfoId);
    if (!instrument || !terms) throw new Error(`contract ${state.id} is of a market without contracts`);
    const { machine } = this.#parts;
    const prices = {
      markTicks: machine.mark(state.coinInfoId)?.markTicks ?? 0,
      lastTicks: machine.market(state.coinInfoId)?.lastPriceTicks ?? 0,
    };
    return printContract(instrument, terms, state, prices, notes);
  }
}

/** Lots of a part to close: on the grid, above 0; how much there is to close is the machine's to know. */
function partLots({ info, amount: grid }: Instrument, text: string): number | Reject {
  const lots = parseSteps(text, grid);
  if (typeof lots !== 'number' || lots < 0)
    return reject(CODE.amountOffStep, { step: info.amountStep, min: info.amountStep, max: info.maxAmount });
  return lots === 0 ? reject(CODE.amountZero) : lots;
}

function sound<T extends object | number>(value: T | Reject): T {
  if (typeof value === 'object' && isReject(value)) throw new RejectError(value.code, value.params);
  return value as T;
}
