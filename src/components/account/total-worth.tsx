// Worth of all assets or of one account as a live text; dots while amounts are hidden.
import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Units } from '../../../core/units/units.ts';
import { type Account, accountWorth, assets, totalWorth } from '../../stores/account/balances.ts';
import { quoteText } from '../../stores/device/currency.ts';
import { amountsHidden } from '../../stores/ui/privacy.ts';
import { LiveText } from '../../ui/live-text.tsx';

/** Shown in place of a hidden amount. */
export const HIDDEN = '••••••';

function worthText(worth: ReadonlySignal<Units>): ReadonlySignal<string> {
  return computed(() => (amountsHidden.value ? HIDDEN : assets.value ? quoteText(worth.value) : '--'));
}
const texts = {
  total: worthText(totalWorth),
  spot: worthText(accountWorth.spot),
  contract: worthText(accountWorth.contract),
};

export function TotalWorth({ of = 'total', className }: { of?: Account | 'total'; className?: string | undefined }) {
  return <LiveText text={texts[of]} className={className} />;
}
