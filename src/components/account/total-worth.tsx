// Worth of all assets or of one account as a live text, and the head of a card with it; dots while amounts are hidden.
import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Units } from '../../../core/units/units.ts';
import { type Account, accountWorth, isWorthKnown, totalWorth } from '../../stores/account/balances.ts';
import { quoteText } from '../../stores/device/currency.ts';
import { UNKNOWN } from '../../stores/market/number-format.ts';
import { amountsHidden } from '../../stores/ui/privacy.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { HideBalancesToggle } from './hide-balances-toggle.tsx';
import styles from './total-worth.module.css';

/** Shown in place of a hidden amount. */
export const HIDDEN = '••••••';

function worthText(worth: ReadonlySignal<Units>): ReadonlySignal<string> {
  return computed(() => (amountsHidden.value ? HIDDEN : isWorthKnown.value ? quoteText(worth.value) : UNKNOWN));
}
const texts = {
  total: worthText(totalWorth),
  spot: worthText(accountWorth.spot),
  contract: worthText(accountWorth.contract),
};

export function TotalWorth({ of = 'total', className }: { of?: Account | 'total'; className?: string | undefined }) {
  return <LiveText text={texts[of]} className={className} />;
}

/** Title, a button that hides all amounts, and the worth of all assets. */
export function TotalHead({ title }: { title: string }) {
  return (
    <>
      <div className={styles.head}>
        <h2>{title}</h2>
        <HideBalancesToggle />
      </div>
      <TotalWorth className={styles.total} />
    </>
  );
}
