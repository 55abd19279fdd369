// Random calls that move money, for users who make many of them at once: valid, too large, repeated and another's.
import { FUND_STATUS } from '../../../../core/orders/fund-order.ts';
import type { Draw } from '../../../support/data/random-source.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';
import type { Form } from '../../../support/server/running-exchange.ts';
import { BTC, ETH, PERP, type TestUser, USDT } from '../conformance/conformance-exchange.ts';

/** A user, with what withdrawals and deposits need. */
export interface ParallelUser extends TestUser {
  addressId: number;
  depositAddress: string;
  /** The authenticator's code of the round: one withdrawal may use it. */
  googleCode: string;
}

/** Ids that calls of a round may name: of both users, open, finished and absent ones. */
export interface KnownIds {
  orders: number[];
  contracts: number[];
  funds: number[];
  quotes: string[];
}

export interface ParallelCall {
  user: ParallelUser;
  path: string;
  form: Form;
}

/** Client numbers of a round: few, so that several calls meet under one. */
const NAMES = 12;

export class ParallelForms {
  readonly #draw: Draw;
  readonly #users: readonly ParallelUser[];
  /** Last prices of the spot market and of the perpetual. */
  readonly #prices: { spot: number; perpetual: number };

  constructor(draw: Draw, users: readonly ParallelUser[], prices: { spot: number; perpetual: number }) {
    this.#draw = draw;
    this.#users = users;
    this.#prices = prices;
  }

  next(round: number, known: KnownIds): ParallelCall {
    const user = this.#draw.pick(this.#users);
    const [path, form, isNamed] = this.#draw.pick(this.#kinds(user, known))();
    // What needs a client number has one; the others sometimes have none.
    const clientNo = isNamed || this.#draw.below(3) > 0 ? `r${round}-${this.#draw.below(NAMES)}` : undefined;
    return { user, path, form: clientNo === undefined ? form : { ...form, clientNo } };
  }

  #kinds(user: ParallelUser, known: KnownIds): (() => [path: string, form: Form, isNamed: boolean])[] {
    const draw = this.#draw;
    const id = (list: readonly number[]): number => (list.length === 0 ? 1 : draw.pick(list));
    const money = (): string => draw.pick(['0.00000001', '1', '100', '2500', '60000', '99999999']);
    const price = (last: number): string => (last * draw.pick([0.96, 0.99, 1, 1.01, 1.04])).toFixed(1);
    const side = (): string => draw.pick(['buy', 'sell']);
    const amount = (): string => draw.pick(['0.001', '0.01', '0.2']);
    return [
      () => [
        '/coin/transfer',
        {
          coinInfoId: USDT,
          type: draw.pick(['transfer_to_contract', 'transfer_to_sport']),
          amount: money(),
        },
        true,
      ],
      () => ['/coin/transfer', { type: 'convert', quoteNo: draw.pick([...known.quotes, 'C000000000001']) }, true],
      () => [
        '/coin/order/add',
        { coinInfoId: BTC, side: side(), orderType: 'limit', price: price(this.#prices.spot), amount: amount() },
        true,
      ],
      () => ['/coin/order/add', { coinInfoId: BTC, side: 'buy', orderType: 'market', total: money() }, true],
      () => ['/coin/order/add', { coinInfoId: ETH, side: 'sell', orderType: 'market', amount: '0.05' }, true],
      () => [
        '/coin/order/add',
        {
          coinInfoId: BTC,
          side: 'buy',
          orderType: 'stop_limit',
          stopPrice: (this.#prices.spot * 1.03).toFixed(1),
          price: price(this.#prices.spot),
          amount: amount(),
        },
        true,
      ],
      () => [
        '/coin/order/replace',
        {
          id: id(known.orders),
          coinInfoId: BTC,
          side: 'buy',
          orderType: 'limit',
          price: price(this.#prices.spot),
          amount: amount(),
        },
        true,
      ],
      () => ['/coin/order/close', draw.below(4) === 0 ? { all: 1 } : { id: id(known.orders) }, false],
      () => [
        '/coin/contract/order/add',
        {
          coinInfoId: PERP,
          direction: draw.pick(['long', 'short']),
          multiple: draw.pick([5, 20, 100]),
          ...draw.pick<Form>([
            { orderType: 'market' },
            { orderType: 'limit', limitPrice: price(this.#prices.perpetual) },
          ]),
          amount: draw.pick(['0.010', '0.200']),
        },
        true,
      ],
      () => [
        '/coin/contract/order/replace',
        { id: id(known.contracts), limitPrice: price(this.#prices.perpetual) },
        true,
      ],
      () => ['/coin/contract/order/close', { id: id(known.contracts) }, false],
      () =>
        draw.below(8) === 0
          ? ['/coin/contract/order/liquidate/all', {}, true]
          : [
              '/coin/contract/order/liquidate',
              { id: id(known.contracts), ...draw.pick<Form>([{ amount: '0.004' }, {}]) },
              true,
            ],
      () => [
        '/coin/contract/order/add/mgn',
        { id: id(known.contracts), amount: draw.pick(['5', '5', '5', '-5', '-5000', '90000']) },
        true,
      ],
      () => [
        '/qt/contract/add',
        { coinInfoId: BTC, direction: draw.pick(['up', 'down']), period: 300, amount: draw.pick(['10', '500']) },
        true,
      ],
      () => [
        '/coin/withdraw/add',
        { coinInfoId: USDT, addressId: draw.pick(this.#users).addressId, amount: money(), googleCode: user.googleCode },
        true,
      ],
      () => [
        '/coin/recharge/add',
        {
          coinInfoId: USDT,
          chain: 'TRC20',
          address: draw.pick(this.#users).depositAddress,
          amount: draw.pick(['150', '4000']),
          img: fieldOf('gray'),
        },
        true,
      ],
    ];
  }
}

/** Calls of a round beside the named ones: they have no client number. */
export function plainCalls(draw: Draw, users: readonly ParallelUser[], { funds }: KnownIds): ParallelCall[] {
  return users.flatMap((user): ParallelCall[] => [
    { user, path: '/coin/withdraw/order', form: { cancelId: funds.length === 0 ? 1 : draw.pick(funds) } },
    { user, path: '/common/prop', form: { keys: 'faucet' } },
    { user, path: '/coin/assets', form: {} },
    { user, path: '/coin/withdraw/order', form: { status: FUND_STATUS.review } },
  ]);
}
