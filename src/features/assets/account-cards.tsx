// Spot and contract account side by side: total worth, frozen part, unrealised profit and equity.
import { computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { HIDDEN, TotalWorth } from '../../components/account/total-worth.tsx';
import { parseMoney } from '../../../core/units/units.ts';
import { type Account, accountWorth, holdings, isWorthKnown } from '../../stores/account/balances.ts';
import { quoteText } from '../../stores/device/currency.ts';
import { cellsOf, contractsState, openContracts } from '../../stores/account/contract-orders.ts';
import { UNKNOWN, signedMoney } from '../../stores/market/number-format.ts';
import { amountsHidden } from '../../stores/ui/privacy.ts';
import { Fact } from '../../ui/fact.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './assets.module.css';

export function AccountCards() {
  return (
    <div className={styles.accounts}>
      <AccountCard account="spot" />
      <AccountCard account="contract" />
    </div>
  );
}

function AccountCard({ account }: { account: Account }) {
  const { t } = useTranslation();
  const frozen = useMemo(
    () =>
      computed(() => {
        if (amountsHidden.value) return t('assets.frozen', { amount: HIDDEN });
        const frozenWorth = holdings[account].value.reduce(
          (sum, { available, frozen: frozenPart, worth }) =>
            sum + (available + frozenPart === 0n ? 0n : (worth * frozenPart) / (available + frozenPart)),
          0n,
        );
        return t('assets.frozen', { amount: isWorthKnown.value ? quoteText(frozenWorth) : UNKNOWN });
      }),
    [account, t],
  );
  return (
    <section className={styles.account}>
      <h2 className={styles.cardTitle}>{t(`assets.${account}`)}</h2>
      <TotalWorth of={account} className={styles.accountWorth} />
      <LiveText text={frozen} ltr={false} className={styles.frozen} />
      {account === 'contract' && <UnrealisedProfit />}
    </section>
  );
}

/** Before the first answer the positions are unknown, and not none. */
const isKnown = computed(() => contractsState.value === 'ready' || openContracts.value.length > 0);
/** Sum of the unrealised profits of all positions at the mark price, in USDT units. */
const openProfit = computed(() =>
  openContracts.value.reduce((sum, { id, profit }) => sum + (parseMoney(cellsOf(id).profit.value || profit) ?? 0n), 0n),
);
const profitText = computed(() =>
  amountsHidden.value ? HIDDEN : isKnown.value ? signedMoney(openProfit.value) : UNKNOWN,
);
const profitTone = computed(() => Math.sign(Number(openProfit.value)));
const equityText = computed(() =>
  amountsHidden.value
    ? HIDDEN
    : isWorthKnown.value && isKnown.value
      ? quoteText(accountWorth.contract.value + openProfit.value)
      : UNKNOWN,
);

/** Also without a position, so that one that loads moves nothing. */
function UnrealisedProfit() {
  const { t } = useTranslation();
  return (
    <dl className={styles.open}>
      <Fact label={t('equity.open')}>
        <LiveText text={profitText} tone={profitTone} />
      </Fact>
      <Fact label={t('equity.equity')}>
        <LiveText text={equityText} />
      </Fact>
    </dl>
  );
}
