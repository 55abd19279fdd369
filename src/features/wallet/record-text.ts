// Lines of the ledger in words: the kinds by tab, a kind's name, and an amount with its sign.
import type { Translate } from '../../locales/use-translation.ts';
import { separate } from '../../stores/market/number-format.ts';

/** Record types by the tab they stand in; the first of a tab is asked for when it opens, `0` is all. */
export const TABS = {
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
export type Tab = keyof typeof TABS;
export const NAMES = Object.keys(TABS) as Tab[];
type RecordType = Exclude<(typeof TABS)[Tab][number], '0'>;
const KNOWN = new Set<string>(NAMES.flatMap((tab) => [...TABS[tab]]));

/** A type of a later version is shown by its own name. */
export function typeText(type: string, t: Translate): string {
  return KNOWN.has(type) && type !== '0' ? t(`record.${type as RecordType}`) : type;
}

/** "+1,000", "-2"; nothing moved has no sign. */
export function signed(amount: string): string {
  return amount.startsWith('-') || Number(amount) === 0 ? separate(amount) : `+${separate(amount)}`;
}

/** Tone of an amount, for `data-tone`. */
export function toneOf(amount: string): 'up' | 'down' | undefined {
  if (Number(amount) === 0) return undefined;
  return amount.startsWith('-') ? 'down' : 'up';
}
