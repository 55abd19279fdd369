// Fields that a call reads only beside certain other fields; elsewhere they are refused, not ignored.
import type { CallPath, FormOf } from '../../../core/endpoints/endpoints.ts';

/** What another field must be: one of these texts, given, or absent. A default value counts as absent. */
type Requirement = readonly string[] | 'given' | 'absent';
/** A condition under which a field is read: what other fields must be, all of them. */
type UseCondition<F extends string = string> = Readonly<Partial<Record<F, Requirement>>>;
/** The conditions of each field that is not always read; one of them is enough. */
export type FieldUses<F extends string = string> = Readonly<Partial<Record<F, readonly UseCondition<F>[]>>>;

/** Filters of a list, which do not apply when one order is requested. */
const ONE_ORDER = {
  status: [{ id: 'absent' }],
  coinInfoId: [{ id: 'absent' }],
  export: [{ id: 'absent' }],
  startTime: [{ id: 'absent' }],
  endTime: [{ id: 'absent' }],
} as const;
/** One order by one of its identifiers. */
const ONE_NAME = { orderNo: [{ id: 'absent' }], clientNo: [{ id: 'absent', orderNo: 'absent' }] } as const;
/** Some orders by their ids, or all, or all of a market. */
const SOME_OR_ALL = {
  id: [{ all: 'absent' }],
  ids: [{ all: 'absent', id: 'absent' }],
  coinInfoId: [{ all: 'given' }],
} as const;
const SPOT_ORDER = {
  price: [{ orderType: ['limit', 'stop_limit'] }],
  stopPrice: [{ orderType: ['stop_limit', 'stop_market'] }],
  profitPrice: [{ orderType: ['oco'] }],
  lossPrice: [{ orderType: ['oco'] }],
  total: [{ orderType: ['market', 'stop_market'], side: ['buy'], amount: 'absent' }],
} as const;
/** A list of notices: articles and banners have no time. */
const OF_NOTICES = [
  { id: 'absent', kind: 'absent' },
  { id: 'absent', kind: ['notice'] },
] as const;
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
  '/user/layout': {
    layoutVersion: [{ layoutName: 'given' }],
    layoutRemove: [{ layoutName: 'given' }],
    layoutRename: [{ layoutName: 'given', layoutRemove: 'absent' }],
    layout: [{ layoutName: 'given', layoutRemove: 'absent', layoutRename: 'absent' }],
  },
  '/user/notice/read': { id: [{ all: 'absent' }], ids: [{ all: 'absent', id: 'absent' }] },
  '/common/notice': { startTime: OF_NOTICES, endTime: OF_NOTICES },
  '/common/code/send': { password: [{ scene: ['login'] }] },
  '/coin/collect/del': { coinInfoId: [{ order: 'absent' }], ids: [{ order: 'absent', coinInfoId: 'absent' }] },
  '/coin/order/add': { ...SPOT_ORDER, maxSlip: [{ orderType: ['market'] }] },
  '/coin/order/replace': SPOT_ORDER,
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

/** Whether a field is read beside the other values; `valueOf` is undefined for those that are absent. */
export function isUsed(
  conditions: readonly UseCondition[] | undefined,
  valueOf: (name: string) => string | undefined,
): boolean {
  return (
    conditions?.some((condition) => Object.keys(condition).every((name) => isMet(valueOf(name), condition[name]))) ??
    true
  );
}

function isMet(text: string | undefined, requirement: Requirement | undefined): boolean {
  if (requirement === 'given') return text !== undefined;
  return requirement === 'absent' ? text === undefined : text !== undefined && (requirement?.includes(text) ?? true);
}

/** The conditions as text: "with orderType market, without amount". */
export function usesText(conditions: readonly UseCondition[] | undefined): string {
  return (conditions ?? [])
    .map((condition) =>
      Object.entries(condition)
        .map(([name, requirement]) =>
          requirement === 'absent'
            ? `without ${name}`
            : `with ${name}${requirement === 'given' ? '' : ` ${requirement?.join(' or ')}`}`,
        )
        .join(', '),
    )
    .join('; or ');
}
