// Ledger entry types by tab, their names, and signed amounts.
import type { RecordLine } from '../../../core/endpoints/responses.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { type Figure, coinFigure } from '../../stores/market/figures.ts';

/** Entry types by tab. The first of a tab is requested when it opens; '0' is all. */
export const RECORD_TABS = {
  all: ['0'],
  funds: [
    'recharge',
    'withdraw',
    'withdraw_refund',
    'transfer_to_contract',
    'transfer_to_sport',
    'convert_out',
    'convert_in',
    'demo_faucet',
    'invite_reward',
    'spot_manual_add',
    'contract_manual_add',
  ],
  trade: ['spot_buy', 'spot_sell', 'spot_buy_close', 'spot_sell_close'],
  contract: [
    'contract_buy',
    'contract_sell',
    'contract_close',
    'contract_buy_liquidation',
    'contract_sell_liquidation',
    'contract_add_mgn',
    'contract_funding',
  ],
  seconds: ['seconds_buy', 'seconds_settle', 'seconds_refund'],
} as const;
export type RecordTab = keyof typeof RECORD_TABS;
export const TAB_NAMES = Object.keys(RECORD_TABS) as RecordTab[];
type RecordType = Exclude<(typeof RECORD_TABS)[RecordTab][number], '0'>;
const KNOWN_TYPES = new Set<string>(TAB_NAMES.flatMap((tab) => [...RECORD_TABS[tab]]));

/** Name of a type; an unknown one is shown as its code. */
export function recordTypeText(type: string, t: Translate): string {
  return KNOWN_TYPES.has(type) && type !== '0' ? t(`record.${type as RecordType}`) : type;
}

/** Amount with its sign: "+1,000.00 USDT", "-2 BTC"; 0 has none. */
export function signedFigure(amount: string, coinInfoId: number, unit = ''): Figure {
  const { text, exact } = coinFigure(amount, coinInfoId, unit);
  const sign = Number(amount) > 0 ? '+' : '';
  return { text: sign + text, exact: exact && sign + exact };
}

/** The amount of an entry; of one that only changed the frozen balance, the frozen balance after it. */
export function entryFigure({ amount, coinInfoId, freezeAfter }: RecordLine, t: Translate, unit = ''): Figure {
  if (Number(amount) !== 0 || freezeAfter === undefined) return signedFigure(amount, coinInfoId, unit);
  const { text, exact } = coinFigure(freezeAfter, coinInfoId, unit);
  return { text: t('assets.frozen', { amount: text }), exact };
}
