// The calls of deposits: addresses, applications with a screenshot, and their orders.
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { FUND_STATUS, type DepositAddress } from '../../../../core/orders/fund-order.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { type Units, printMoney } from '../../../../core/units/units.ts';
import { readPicture } from '../../../services/kyc/pictures.ts';
import { type FundOrder, fundNo } from '../../../exchange/funds/fund.ts';
import { MAX_DEPOSIT_UNITS } from '../../../exchange/funds/fund-orders.ts';
import type { ChainAddress } from '../../../services/funds/deposit-addresses.ts';
import { type CoinNetwork, requireNetwork } from '../../../services/funds/chain-networks.ts';
import { type AuthenticatedCaller, refuseLate } from '../../handler.ts';
import type { FundsDeps } from './funds-deps.ts';
import { qrSvg } from '../../qr-svg.ts';
import { ordersOf, ownOrder, printRecharge } from './fund-list-routes.ts';
import { amountOf, submitOrThrow } from './transfer-routes.ts';

/** Applications of a user a day in demo mode, where each is credited by itself and its picture stays (F14). */
const MAX_DAY_APPLICATIONS = 50;

export class DepositCalls {
  readonly #deps: FundsDeps;

  constructor(deps: FundsDeps) {
    this.#deps = deps;
  }

  async address({ coinInfoId, chain }: RequestOf<'/coin/recharge/address'>, uid: number): Promise<DepositAddress> {
    const network = requireNetwork(this.#deps.known, coinInfoId, chain, 'in');
    return this.#print(network, await this.#deps.addresses.current(uid, coinInfoId, chain));
  }

  async generate(
    { coinInfoId, chain }: RequestOf<'/coin/recharge/address/generate'>,
    uid: number,
  ): Promise<DepositAddress> {
    const network = requireNetwork(this.#deps.known, coinInfoId, chain, 'in');
    return this.#print(network, await this.#deps.addresses.create(uid, coinInfoId, chain));
  }

  /** One at a time per user: two concurrent ones would both be within the daily limit. */
  apply(
    request: RequestOf<'/coin/recharge/add'>,
    caller: AuthenticatedCaller,
  ): Promise<AnswerOf<'/coin/recharge/add'>> {
    return this.#deps.userLock(caller.uid, () => this.#apply(request, caller));
  }

  async orders(request: RequestOf<'/coin/recharge/order'>, uid: number): Promise<AnswerOf<'/coin/recharge/order'>> {
    const page = await ordersOf(this.#deps, uid, request, printRecharge(this.#deps.chain.simulated));
    if (request.id === undefined) return page;
    const img = await this.#pictureOf(await ownOrder(this.#deps, uid, 'recharge', request.id));
    return { ...page, list: page.list.map((order) => ({ ...order, img })) };
  }

  #print({ minRecharge, confirmations }: CoinNetwork, chainAddress: ChainAddress | null): DepositAddress {
    const { address, memo } = chainAddress ?? { address: '', memo: '' };
    return {
      address,
      memo,
      qr: chainAddress ? qrSvg(address) : '',
      minRecharge: printMoney(minRecharge),
      confirmations,
      exists: chainAddress ? 1 : 0,
      simulated: this.#deps.chain.simulated,
    };
  }

  async #apply(
    request: RequestOf<'/coin/recharge/add'>,
    caller: AuthenticatedCaller,
  ): Promise<AnswerOf<'/coin/recharge/add'>> {
    const { coinInfoId: coinId, chain, address, clientNo } = request;
    const { uid } = caller;
    const { addresses, known, pictures } = this.#deps;
    const network = requireNetwork(known, coinId, chain, 'in');
    const units = amountOf(request.amount);
    if (units < network.minRecharge) throw new RejectError(CODE.belowMinimum, { min: printMoney(network.minRecharge) });
    if (!(await addresses.isOwn(uid, coinId, chain, address)))
      throw new RejectError(CODE.fieldInvalid, { field: 'address', rule: 'one of your deposit addresses' });
    await this.#checkDay(uid, coinId, units, clientNo);
    const picture = await pictures.add(uid, readPicture('img', request.img));
    let inUse = false;
    try {
      refuseLate(this.#deps, caller);
      const { fund } = await submitOrThrow(this.#deps, {
        kind: 'applyDeposit',
        uid,
        coinId,
        units,
        chain,
        address,
        picture,
        clientNo,
      });
      if (!fund) throw new Error('an application was not answered');
      // A retry returns the first application, which has its own picture.
      inUse = fund.picture === picture;
      return { id: fund.id, orderNo: fundNo('recharge', fund.id), status: FUND_STATUS.review };
    } finally {
      if (!inUse) await pictures.remove([picture]);
    }
  }

  /** Daily limits (F14). Skipped for retries, and for amounts beyond F9, which the machine refuses. */
  async #checkDay(uid: number, coinId: number, units: Units, clientNo: string): Promise<void> {
    const { dailyDepositUnits: depositDayUnits, reads, usdtWorthOf, now } = this.#deps;
    // A coin without a price counts as USDT.
    const worthOf = (coin: number, amount: Units): Units => usdtWorthOf(coin, amount) || amount;
    const worth = worthOf(coinId, units);
    if (depositDayUnits === null || worth > MAX_DEPOSIT_UNITS || (await reads.isAccepted(uid, `recharge ${clientNo}`)))
      return;
    const applications = await reads.depositApplicationsSince(uid, now() - (now() % DAY_MS));
    if (applications.reduce((sum, { count }) => sum + count, 0) >= MAX_DAY_APPLICATIONS)
      throw new RejectError(CODE.limitReached, { limit: MAX_DAY_APPLICATIONS });
    const today = applications.reduce((sum, applied) => sum + worthOf(applied.coinId, applied.units), 0n);
    const left = today < depositDayUnits ? depositDayUnits - today : 0n;
    if (worth > left)
      throw new RejectError(CODE.depositDayLimit, { limit: printMoney(depositDayUnits), left: printMoney(left) });
  }

  #pictureOf({ uid, picture }: FundOrder): Promise<string> {
    return this.#deps.pictures.read(uid, picture);
  }
}
