// The calls of money that comes in: addresses, applications with a screenshot, and what became of them.
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { FUND_STATUS, type DepositAddress } from '../../../core/orders/fund-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { readPicture } from '../../services/kyc/pictures.ts';
import { type FundOrder, fundNo } from '../../exchange/funds/fund.ts';
import { MOST_DEPOSIT_UNITS } from '../../exchange/funds/fund-orders.ts';
import type { GivenAddress } from '../../services/funds/deposit-addresses.ts';
import { type Route, openRoute } from '../../services/funds/chain-networks.ts';
import type { FundParts } from '../../services/funds/funds-deps.ts';
import { qrSvg } from '../qr-svg.ts';
import { ordersOf, ownOrder, printRecharge } from './fund-list-routes.ts';
import { amountOf, asked } from './transfer-routes.ts';

const DAY_MS = 86_400_000;

export class DepositCalls {
  readonly #parts: FundParts;

  constructor(parts: FundParts) {
    this.#parts = parts;
  }

  async address({ coinInfoId, chain }: RequestOf<'/coin/recharge/address'>, uid: number): Promise<DepositAddress> {
    const route = openRoute(this.#parts.known, coinInfoId, chain, 'in');
    return this.#print(route, await this.#parts.addresses.current(uid, coinInfoId, chain));
  }

  async generate(
    { coinInfoId, chain }: RequestOf<'/coin/recharge/address/generate'>,
    uid: number,
  ): Promise<DepositAddress> {
    const route = openRoute(this.#parts.known, coinInfoId, chain, 'in');
    return this.#print(route, await this.#parts.addresses.make(uid, coinInfoId, chain));
  }

  #print({ minRecharge, confirmations }: Route, given: GivenAddress | null): DepositAddress {
    const { address, memo } = given ?? { address: '', memo: '' };
    return {
      address,
      memo,
      qr: given ? qrSvg(address) : '',
      minRecharge: printMoney(minRecharge),
      confirmations,
      exists: given ? 1 : 0,
      simulated: this.#parts.chain.simulated,
    };
  }

  /** One at a time for each person: two at once would both be within what is left of the day. */
  apply(request: RequestOf<'/coin/recharge/add'>, uid: number): Promise<AnswerOf<'/coin/recharge/add'>> {
    return this.#parts.turns(uid, () => this.#apply(request, uid));
  }

  async #apply(request: RequestOf<'/coin/recharge/add'>, uid: number): Promise<AnswerOf<'/coin/recharge/add'>> {
    const { coinInfoId: coinId, chain, address, clientNo } = request;
    const { addresses, known, pictures } = this.#parts;
    const route = openRoute(known, coinId, chain, 'in');
    const units = amountOf(request.amount);
    if (units < route.minRecharge) throw new RejectError(CODE.belowMinimum, { min: printMoney(route.minRecharge) });
    if (!(await addresses.isOwn(uid, coinId, chain, address)))
      throw new RejectError(CODE.fieldInvalid, { field: 'address', rule: 'one of your deposit addresses' });
    await this.#checkDay(uid, coinId, units, clientNo);
    const picture = await pictures.add(uid, readPicture('img', request.img));
    let kept = false;
    try {
      const { fund } = await asked(this.#parts, {
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
      // A retry is answered with the first application, and that has its own picture.
      kept = fund.picture === picture;
      return { id: fund.id, orderNo: fundNo('recharge', fund.id), status: FUND_STATUS.review };
    } finally {
      if (!kept) await pictures.remove([picture]);
    }
  }

  /** F14. A retry is answered as before, and what is beyond F9 is the machine's to refuse. */
  async #checkDay(uid: number, coinId: number, units: Units, clientNo: string): Promise<void> {
    const { depositDayUnits, reads, valueOf, now } = this.#parts;
    // A coin that was never traded counts as the machine counts it.
    const worthOf = (coin: number, amount: Units): Units => valueOf(coin, amount) || amount;
    const worth = worthOf(coinId, units);
    if (depositDayUnits === null || worth > MOST_DEPOSIT_UNITS || (await reads.isAnswered(uid, `recharge ${clientNo}`)))
      return;
    const today = (await reads.appliedSince(uid, now() - (now() % DAY_MS))).reduce(
      (sum, applied) => sum + worthOf(applied.coinId, applied.units),
      0n,
    );
    const left = today < depositDayUnits ? depositDayUnits - today : 0n;
    if (worth > left)
      throw new RejectError(CODE.depositDayLimit, { limit: printMoney(depositDayUnits), left: printMoney(left) });
  }

  async orders(request: RequestOf<'/coin/recharge/order'>, uid: number): Promise<AnswerOf<'/coin/recharge/order'>> {
    const page = await ordersOf(this.#parts, uid, request, printRecharge(this.#parts.chain.simulated));
    if (request.id === undefined) return page;
    const img = await this.#pictureOf(await ownOrder(this.#parts, uid, 'recharge', request.id));
    return { ...page, list: page.list.map((order) => ({ ...order, img })) };
  }

  #pictureOf({ uid, picture }: FundOrder): Promise<string> {
    return this.#parts.pictures.read(uid, picture);
  }
}
