// The calls of withdrawals: the address book, withdrawals with their checks, and their orders.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { type BookAddress, FUND_STATUS } from '../../../../core/orders/fund-order.ts';
import { isReject } from '../../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { HOUR_MS } from '../../../../core/units/durations.ts';
import { type Units, printMoney } from '../../../../core/units/units.ts';
import { type FundOrder, fundNo } from '../../../exchange/funds/fund.ts';
import { formatOf } from '../../../services/funds/address-formats.ts';
import type { AddressEntry } from '../../../services/funds/address-book.ts';
import { checkWithdrawal, printWithdrawGate, withdrawalStatusOf } from '../../../services/funds/withdrawal-checks.ts';
import { requireNetwork } from '../../../services/funds/chain-networks.ts';
import { type AuthenticatedCaller, refuseLate } from '../../handler.ts';
import type { FundsDeps } from './funds-deps.ts';
import { ordersOf, ownOrder, printWithdraw } from './fund-list-routes.ts';
import { amountOf, submitOrThrow, required } from './transfer-routes.ts';

/** Estimated duration of a withdrawal (docs/specification.md 9). */
const ESTIMATE_MS = 30 * 60_000;
/** Payment tags are whole numbers below this. */
const TAG_LIMIT = 2 ** 32;
/** Key under which the sequencer stores answers to this call. */
const answerName = (clientNo: string): string => `withdraw ${clientNo}`;

type WithdrawRequest = RequestOf<'/coin/withdraw/add'>;
type WithdrawAnswer = AnswerOf<'/coin/withdraw/add'>;

export class WithdrawCalls {
  readonly #deps: FundsDeps;

  constructor(deps: FundsDeps) {
    this.#deps = deps;
  }

  async addresses(
    { coinInfoId, chain, del }: RequestOf<'/coin/withdraw/address'>,
    uid: number,
  ): Promise<AnswerOf<'/coin/withdraw/address'>> {
    const { addressBook, identity, now } = this.#deps;
    if (del !== undefined) {
      const removed = await addressBook.remove(uid, del);
      if (removed) await identity.warn(uid, 'addressRemoved', { address: removed.address });
    }
    const { withdrawLockUntil } = await identity.securityStatusOf(uid);
    return {
      list: (await addressBook.list(uid, coinInfoId, chain)).map((entry) =>
        printEntry(entry, withdrawLockUntil, now()),
      ),
    };
  }

  async addAddress(
    request: RequestOf<'/coin/withdraw/address/generate'>,
    caller: AuthenticatedCaller,
  ): Promise<BookAddress> {
    const { uid, sessionKey } = caller;
    const { known, identity, addressBook, now, coolingMs, hasEnded } = this.#deps;
    const { coinInfoId: coinId, chain, accountName, memo = '', code, googleCode } = request;
    const network = requireNetwork(known, coinId, chain, 'out');
    const address = formatOf(chain).normal(request.address);
    if (address === null) throw new RejectError(CODE.addressInvalid);
    if (memo !== '' && !(network.memo && isTag(memo)))
      throw new RejectError(CODE.fieldInvalid, {
        field: 'memo',
        rule: network.memo ? 'a whole number' : 'none on this chain',
      });
    const mailCode = required(code, 'code');
    const { google, withdrawLockUntil } = await identity.securityStatusOf(uid);
    if (google && googleCode === undefined) throw new RejectError(CODE.stepUpNeeded, { methods: 'googleCode' });
    await identity.checkMailCode(caller, 'address', mailCode);
    if (google) await identity.useGoogleCode(caller, googleCode);
    await identity.useMailCode(caller, 'address', mailCode);
    if (hasEnded(sessionKey)) throw new RejectError(CODE.sessionInvalid);
    const entry = await addressBook.add({
      uid,
      coinId,
      chain,
      address,
      memo,
      accountName,
      activeTime: now() + coolingMs,
    });
    await identity.warn(uid, 'addressAdded', { address });
    return printEntry(entry, withdrawLockUntil, now());
  }

  /** One at a time per user: a concurrent retry then finds the first answer instead of a used code. */
  withdraw(request: WithdrawRequest, caller: AuthenticatedCaller): Promise<WithdrawAnswer> {
    return this.#deps.userLock(caller.uid, () => this.#withdraw(request, caller));
  }

  async orders(request: RequestOf<'/coin/withdraw/order'>, uid: number): Promise<AnswerOf<'/coin/withdraw/order'>> {
    const { now, chain } = this.#deps;
    if (request.cancelId !== undefined) await this.#cancel(request.cancelId, uid);
    const [page, status] = await Promise.all([
      ordersOf(this.#deps, uid, request, printWithdraw(chain.simulated)),
      withdrawalStatusOf(this.#deps, uid),
    ]);
    return { ...page, gate: printWithdrawGate(status, now()) };
  }

  /** One that its owner has cancelled before is answered as then: that answer may have been lost. */
  async #cancel(fundId: number, uid: number): Promise<void> {
    await ownOrder(this.#deps, uid, 'withdraw', fundId);
    const { answer } = await this.#deps.submit({ kind: 'cancelWithdraw', uid, fundId });
    if (!isReject(answer)) return;
    const { status } = await ownOrder(this.#deps, uid, 'withdraw', fundId);
    if (status !== FUND_STATUS.cancelled) throw new RejectError(answer.code, answer.params);
  }

  async #withdraw(request: WithdrawRequest, caller: AuthenticatedCaller): Promise<WithdrawAnswer> {
    const { coinInfoId: coinId, clientNo } = request;
    const { uid } = caller;
    // A retry moves nothing: it is answered as before, whatever has changed since.
    const repeated = await this.#deps.reads.isAccepted(uid, answerName(clientNo));
    const entry = await this.#entry(request, uid, repeated);
    const units = amountOf(request.amount);
    const feeUnits = repeated ? 0n : await this.#check(request, entry, units, caller);
    const { chain, address, memo } = entry;
    refuseLate(this.#deps, caller);
    const { fund } = await submitOrThrow(this.#deps, {
      kind: 'requestWithdraw',
      uid,
      coinId,
      units,
      feeUnits,
      chain,
      address,
      memo,
      clientNo,
    });
    if (!fund) throw new Error('a withdrawal was not answered');
    return this.#print(fund);
  }

  /**
   * The requested address. Throws RejectError 3001 without one, 1404 when it is not in the caller's address book
   * for that coin. `repeated`: a retry finds it also once it is removed.
   */
  async #entry({ addressId, coinInfoId }: WithdrawRequest, uid: number, repeated: boolean): Promise<AddressEntry> {
    const { addressBook } = this.#deps;
    if (addressId === undefined || (!repeated && (await addressBook.list(uid)).length === 0))
      throw new RejectError(CODE.addressMissing);
    const entry = await (repeated ? addressBook.everEntry(uid, addressId) : addressBook.entry(uid, addressId));
    if (entry?.coinId !== coinInfoId) throw new RejectError(CODE.notFound);
    return entry;
  }

  /** Every check; the authenticator's code comes last, because it is consumed. Returns the service charge. */
  async #check(
    { coinInfoId, googleCode }: WithdrawRequest,
    { uid, chain, activeTime }: AddressEntry,
    units: Units,
    caller: AuthenticatedCaller,
  ): Promise<Units> {
    const { known, identity, now } = this.#deps;
    const network = requireNetwork(known, coinInfoId, chain, 'out');
    if (units < network.minWithdraw) throw new RejectError(CODE.belowMinimum, { min: printMoney(network.minWithdraw) });
    // First: money of a deposit that is credited from here on has no part in the turnover that is checked.
    const available = await this.#availableUnits(uid, coinInfoId);
    const status = await withdrawalStatusOf(this.#deps, uid);
    checkWithdrawal(status);
    const until = Math.max(activeTime, status.withdrawLockUntil);
    if (until > now())
      throw new RejectError(CODE.addressCooling, { until, hours: Math.ceil((until - now()) / HOUR_MS) });
    if (available < units)
      throw new RejectError(CODE.notEnoughBalance, { need: printMoney(units), have: printMoney(available) });
    if (googleCode === undefined) throw new RejectError(CODE.stepUpNeeded, { methods: 'googleCode' });
    await identity.useGoogleCode(caller, googleCode);
    return network.serviceCharge;
  }

  async #availableUnits(uid: number, coin: number): Promise<Units> {
    const balances = await this.#deps.reads.balances(uid);
    return balances.find(({ wallet, coinId }) => wallet === 'spot' && coinId === coin)?.available ?? 0n;
  }

  #print({ id, units, feeUnits, createTime }: FundOrder): WithdrawAnswer {
    return {
      id,
      orderNo: fundNo('withdraw', id),
      amount: printMoney(units),
      serviceCharge: printMoney(feeUnits),
      actualAmount: printMoney(units - feeUnits),
      status: FUND_STATUS.review,
      estimate: createTime + ESTIMATE_MS,
      simulated: this.#deps.chain.simulated,
    };
  }
}

function isTag(memo: string): boolean {
  return /^\d{1,10}$/.test(memo) && Number(memo) < TAG_LIMIT;
}

/** A reset of the password or the authenticator locks every address. */
function printEntry(
  { id, coinId, chain, address, memo, accountName, activeTime }: AddressEntry,
  lockUntil: number,
  now: number,
): BookAddress {
  const until = Math.max(activeTime, lockUntil);
  return {
    id,
    coinInfoId: coinId,
    chain,
    address,
    memo,
    accountName,
    status: until > now ? 'cooling' : 'active',
    activeTime: until,
  };
}
