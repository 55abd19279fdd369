// Fields that a call reads only beside others: given where nothing would read them they are refused, so that nothing
// that was asked for is left out.
import type { CallPath, FormOf } from '../../core/endpoints/endpoints.ts';

/**
 * What another field must be: one of these texts, named, or not. A field that says what its absence says is not named.
 */
type Must = readonly string[] | 'given' | 'absent';
/** A place where a field is read: what all of these other fields must be. */
type Place<F extends string = string> = Readonly<Partial<Record<F, Must>>>;
/** The places of each field that is not read everywhere; one of them is enough. */
export type FieldUses<F extends string = string> = Readonly<Partial<Record<F, readonly Place<F>[]>>>;

/** A list is narrowed, but not where one order of it is asked for. */
const ONE_ORDER = {
  status: [{ id: 'absent' }],
  coinInfoId: [{ id: 'absent' }],
  export: [{ id: 'absent' }],
  startTime: [{ id: 'absent' }],
  endTime: [{ id: 'absent' }],
} as const;
/** One order by one of its names. */
const ONE_NAME = { orderNo: [{ id: 'absent' }], clientNo: [{ id: 'absent', orderNo: 'absent' }] } as const;
/** Some orders by their ids, or all, or all of a market. */
const SOME_OR_ALL = {
  id: [{ all: 'absent' }],
  ids: [{ all: 'absent', id: 'absent' }],
  coinInfoId: [{ all: 'given' }],
} as const;
const TRANSFERS = ['transfer_to_contract', 'transfer_to_sport'];

export const FIELD_USES: { readonly [P in CallPath]?: FieldUses<keyof FormOf<P> & string> } = {
  '/user/update/password': { googleCode: [{ code: 'absent' }] },
  '/user/bind/google/reset': {
    recoveryCode: [{ googleCode: 'absent' }],
    imgSelf: [{ googleCode: 'absent', recoveryCode: 'absent' }],
  },
  '/user/notice': {
    alertCoin: [{ alertTicks: 'given', alertMove: 'absent' }, { alertRate: 'given' }],
    alertTicks: [{ alertCoin: 'given' }, { alertMove: 'given' }],
    alertMove: [{ alertTicks: 'given' }],
    alertRate: [{ alertTicks: 'absent' }],
    alertRepeat: [{ alertCoin: 'given' }, { alertRate: 'given' }],
    alertChannels: [{ alertCoin: 'given' }, { alertRate: 'given' }],
    pushP256dh: [{ pushEndpoint: 'given', pushAuth: 'given' }],
    pushAuth: [{ pushEndpoint: 'given', pushP256dh: 'given' }],
  },
  '/user/notice/read': { id: [{ all: 'absent' }], ids: [{ all: 'absent', id: 'absent' }] },
  '/common/code/send': { password: [{ scene: ['login'] }] },
  '/coin/collect/del': { coinInfoId: [{ order: 'absent' }], ids: [{ order: 'absent', coinInfoId: 'absent' }] },
  '/coin/order/add': {
    price: [{ orderType: ['limit'] }],
    maxSlip: [{ orderType: ['market'] }],
    total: [{ orderType: ['market'], side: ['buy'], amount: 'absent' }],
  },
  '/coin/order/query': ONE_NAME,
  '/coin/order/close': SOME_OR_ALL,
  '/forex/last': { symbol: [{ coinInfoId: 'absent' }] },
  '/coin/transfer': {
    coinInfoId: [{ quoteNo: 'absent' }],
    amount: [{ quoteNo: 'absent' }],
    toCoinInfoId: [{ type: ['convert'], quoteNo: 'absent' }],
    dryRun: [{ type: ['convert'], quoteNo: 'absent' }],
    quoteNo: [{ type: ['convert'] }],
    clientNo: [{ type: TRANSFERS }, { quoteNo: 'given' }],
  },
  '/coin/recharge/order': ONE_ORDER,
  '/coin/withdraw/order': ONE_ORDER,
  '/coin/contract/order/add': { limitPrice: [{ orderType: ['limit'] }], maxSlip: [{ orderType: ['market'] }] },
  '/coin/contract/order/query': ONE_NAME,
  '/coin/contract/order/close': SOME_OR_ALL,
  '/coin/contract/order/set/profit': { amount: [{ profitPrice: 'given' }] },
  '/coin/contract/order/set/loss': { amount: [{ lossPrice: 'given' }] },
  '/qt/contract/add': { seenPrice: [{ maxSlip: 'given' }], maxSlip: [{ seenPrice: 'given' }] },
  '/qt/contract/order/list': {
    state: [{ orderNum: 'absent' }],
    coinInfoId: [{ orderNum: 'absent' }],
    export: [{ orderNum: 'absent' }],
    startTime: [{ orderNum: 'absent' }],
    endTime: [{ orderNum: 'absent' }],
  },
};

/** Whether a field is read beside what else a form says. */
export function isUsed(places: readonly Place[] | undefined, said: ReadonlyMap<string, string>): boolean {
  return places?.some((place) => Object.entries(place).every(([name, must]) => meets(said.get(name), must))) ?? true;
}

function meets(text: string | undefined, must: Must | undefined): boolean {
  if (must === 'given') return text !== undefined;
  return must === 'absent' ? text === undefined : text !== undefined && (must?.includes(text) ?? true);
}

/** The places in words: "with orderType market, without amount". */
export function usesText(places: readonly Place[] | undefined): string {
  return (places ?? [])
    .map((place) =>
      Object.entries(place)
        .map(([name, must]) =>
          must === 'absent' ? `without ${name}` : `with ${name}${must === 'given' ? '' : ` ${must?.join(' or ')}`}`,
        )
        .join(', '),
    )
    .join('; or ');
}
