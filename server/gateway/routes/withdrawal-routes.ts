// The calls of money that goes out: the address book, withdrawals behind their gates, and what became of them.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { type BookAddress, FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { type FundOrder, fundNo } from '../../exchange/funds/fund.ts';
import { formatOf } from '../../services/funds/address-formats.ts';
import type { BookEntry } from '../../services/funds/address-book.ts';
import { passGates, printGate, standingOf } from '../../services/funds/withdrawal-checks.ts';
import { openRoute } from '../../services/funds/chain-networks.ts';
import type { FundParts } from '../../services/funds/funds-deps.ts';
import { ordersOf, ownOrder, printWithdraw } from './fund-list-routes.ts';
import { amountOf, asked, required } from './transfer-routes.ts';

const HOUR_MS = 3_600_000;
/** A withdrawal should have arrived by then (docs/specification.md 9). */
const ESTIMATE_MS = 30 * 60_000;
/** Tags of payments are whole numbers below this. */
const MOST_TAG = 2 ** 32;
/** Name under which the sequencer keeps answers to this call. */
const answerName = (clientNo: string): string => `withdraw ${clientNo}`;

type Ask = RequestOf<'/coin/withdraw/add'>;
type Asked = AnswerOf<'/coin/withdraw/add'>;

export class WithdrawCalls {
  readonly #parts: FundParts;

  constructor(parts: FundParts) {
    this.#parts = parts;
  }

  async addresses(
    { coinInfoId, chain, del }: RequestOf<'/coin/withdraw/address'>,
    uid: number,
  ): Promise<AnswerOf<'/coin/withdraw/address'>> {
    const { book, identity, now } = this.#parts;
    if (del !== undefined) await book.remove(uid, del);
    const { withdrawLockUntil } = await identity.gatesOf(uid);
    return {
      list: (await book.list(uid, coinInfoId, chain)).map((entry) => printEntry(entry, withdrawLockUntil, now())),
    };
  }

  async addAddress(request: RequestOf<'/coin/withdraw/address/generate'>, uid: number): Promise<BookAddress> {
    const { known, identity, book, now, coolingMs } = this.#parts;
    const { coinInfoId: coinId, chain, accountName, memo = '', code, googleCode } = request;
    const route = openRoute(known, coinId, chain, 'out');
    const address = formatOf(chain).normal(request.address);
    if (address === null) throw new RejectError(CODE.addressInvalid);
    if (memo !== '' && !(route.memo && isTag(memo)))
      throw new RejectError(CODE.fieldInvalid, {
        field: 'memo',
        rule: route.memo ? 'a whole number' : 'none on this chain',
      });
    const mailCode = required(code, 'code');
    const { google, withdrawLockUntil } = await identity.gatesOf(uid);
    if (google && googleCode === undefined) throw new RejectError(CODE.stepUpNeeded, { methods: 'googleCode' });
    await identity.checkMailCode(uid, 'address', mailCode);
    if (google) await identity.useGoogleCode(uid, googleCode);
    await identity.useMailCode(uid, 'address', mailCode);
    const entry = await book.add({ uid, coinId, chain, address, memo, accountName, activeTime: now() + coolingMs });
    await identity.tell(uid, { category: 'security', template: 'addressAdded', params: { address } });
    return printEntry(entry, withdrawLockUntil, now());
  }

  /** One at a time for each person: a retry under way finds the first answer, not its own code used up. */
  ask(request: Ask, uid: number): Promise<Asked> {
    return this.#parts.turns(uid, () => this.#ask(request, uid));
  }

  async #ask(request: Ask, uid: number): Promise<Asked> {
    const { coinInfoId: coinId, clientNo } = request;
    const entry = await this.#entry(request, uid);
    const units = amountOf(request.amount);
    // A retry moves nothing: it is answered as before, whatever has happened to the gates, the address or the code
    // since.
    const repeated = await this.#parts.reads.isAnswered(uid, answerName(clientNo));
    const feeUnits = repeated ? 0n : await this.#pass(request, entry, units);
    const { chain, address, memo } = entry;
    const { fund } = await asked(this.#parts, {
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
   * The address asked for. Throws RejectError 3001 without one, 1404 when it is not in the caller's book for that coin.
   */
  async #entry({ addressId, coinInfoId }: Ask, uid: number): Promise<BookEntry> {
    const { book } = this.#parts;
    if (addressId === undefined || (await book.list(uid)).length === 0) throw new RejectError(CODE.addressMissing);
    const entry = await book.entry(uid, addressId);
    if (entry?.coinId !== coinInfoId) throw new RejectError(CODE.notFound);
    return entry;
  }

  /** Every reason to refuse, the authenticator's code last, because it is used up. Answers the charge. */
  async #pass({ coinInfoId, googleCode }: Ask, { uid, chain, activeTime }: BookEntry, units: Units): Promise<Units> {
    const { known, identity, machine, now } = this.#parts;
    const route = openRoute(known, coinInfoId, chain, 'out');
    if (units < route.minWithdraw) throw new RejectError(CODE.belowMinimum, { min: printMoney(route.minWithdraw) });
    const standing = await standingOf(this.#parts, uid);
    passGates(standing);
    const until = Math.max(activeTime, standing.withdrawLockUntil);
    if (until > now())
      throw new RejectError(CODE.addressCooling, { until, hours: Math.ceil((until - now()) / HOUR_MS) });
    const { available } = machine.balance(uid, 'spot', coinInfoId);
    if (available < units)
      throw new RejectError(CODE.notEnoughBalance, { need: printMoney(units), have: printMoney(available) });
    if (googleCode === undefined) throw new RejectError(CODE.stepUpNeeded, { methods: 'googleCode' });
    await identity.useGoogleCode(uid, googleCode);
    return route.serviceCharge;
  }

  #print({ id, units, feeUnits, createTime }: FundOrder): Asked {
    return {
      id,
      orderNo: fundNo('withdraw', id),
      amount: printMoney(units),
      serviceCharge: printMoney(feeUnits),
      actualAmount: printMoney(units - feeUnits),
      status: FUND_STATUS.review,
      estimate: createTime + ESTIMATE_MS,
      simulated: this.#parts.chain.simulated,
    };
  }

  async orders(request: RequestOf<'/coin/withdraw/order'>, uid: number): Promise<AnswerOf<'/coin/withdraw/order'>> {
    const { now, chain } = this.#parts;
    if (request.cancelId !== undefined) {
      const { id } = await ownOrder(this.#parts, uid, 'withdraw', request.cancelId);
      await asked(this.#parts, { kind: 'cancelWithdraw', uid, fundId: id });
    }
    const [page, standing] = await Promise.all([
      ordersOf(this.#parts, uid, request, printWithdraw(chain.simulated)),
      standingOf(this.#parts, uid),
    ]);
    return { ...page, gate: printGate(standing, now()) };
  }
}

function isTag(memo: string): boolean {
  return /^\d{1,10}$/.test(memo) && Number(memo) < MOST_TAG;
}

/** A reset of the password or the authenticator cools every address. */
function printEntry(
  { id, coinId, chain, address, memo, accountName, activeTime }: BookEntry,
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
