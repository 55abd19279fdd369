// The coins of one account, most valuable first, with a switch that hides small balances.
import { computed } from '@preact/signals-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { CoinIcon } from '../../components/market/coin-icon.tsx';
import { HIDDEN } from '../../components/account/total-worth.tsx';
import { type Account, type Holding, assets, assetsFailed, holdings } from '../../stores/account/balances.ts';
import { UNKNOWN } from '../../stores/market/number-format.ts';
import { quoteText } from '../../stores/device/currency.ts';
import { coinText } from '../../stores/market/figures.ts';
import { amountsHidden, hideSmallBalances, smallHidden } from '../../stores/ui/privacy.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SMALL_BALANCE_UNITS, visibleCoins } from './visible-coins.ts';
import styles from './assets.module.css';

export function CoinList() {
  const { t } = useTranslation();
  const [account, setAccount] = useState<Account>('spot');
  const hideSmall = useSignalValue(smallHidden);
  return (
    <section>
      <Tabs
        label={t('assets.accounts')}
        value={account}
        onChange={setAccount}
        choices={[
          { key: 'spot', label: t('assets.spot') },
          { key: 'contract', label: t('assets.contract') },
        ]}
        controls="coin-list"
      />
      <Checkbox checked={hideSmall} onChecked={hideSmallBalances} className={styles.small}>
        {t('assets.hideSmall')}
      </Checkbox>
      <div id="coin-list" role="tabpanel">
        <CoinRows account={account} hideSmall={hideSmall} />
      </div>
    </section>
  );
}

function CoinRows({ account, hideSmall }: { account: Account; hideSmall: boolean }) {
  const { t } = useTranslation();
  // The visible coins as text: equal text renders nothing, so that a new price alone does not.
  const order = useSignalValue(
    useMemo(() => computed(() => visibleCoins(holdings[account].value, hideSmall).join(',')), [account, hideSmall]),
  );
  const notLoaded = useSignalValue(assets) === null;
  const failed = useSignalValue(assetsFailed);
  if (notLoaded) return failed ? null : <SkeletonRows rows={4} />;
  if (order === '') {
    const text = hideSmall
      ? t('assets.hiddenSmall', { amount: quoteText(SMALL_BALANCE_UNITS) })
      : t('assets.emptyText');
    return <NoticeCard title={t('assets.emptyTitle')} text={text} />;
  }
  return (
    <ul>
      {order.split(',').map((id) => (
        <CoinRow key={id} account={account} coinInfoId={Number(id)} />
      ))}
    </ul>
  );
}

function CoinRow({ account, coinInfoId }: { account: Account; coinInfoId: number }) {
  const { t } = useTranslation();
  const cells = useMemo(() => {
    const holding = computed(() => holdings[account].value.find((candidate) => candidate.coinInfoId === coinInfoId));
    const shown = (write: (known: Holding) => string) =>
      computed(() => {
        if (amountsHidden.value) return HIDDEN;
        return holding.value ? write(holding.value) : '';
      });
    return {
      info: computed(() => holding.value?.info),
      amount: shown(({ available, frozen }) => coinText(available + frozen, coinInfoId)),
      worth: shown(({ worth, isPriced }) => `≈ ${isPriced ? quoteText(worth) : UNKNOWN}`),
      split: shown(({ available, frozen }) =>
        frozen === 0n
          ? ''
          : `${t('assets.available', { amount: coinText(available, coinInfoId) })} · ${t('assets.frozen', { amount: coinText(frozen, coinInfoId) })}`,
      ),
    };
  }, [account, coinInfoId, t]);
  const info = useSignalValue(cells.info);
  const symbol = info?.symbol ?? `#${coinInfoId}`;
  return (
    <li data-testid={`asset-${symbol}`}>
      <Link className={styles.coin} to="/pages/wallet/assets" search={{ coinInfoId }}>
        <CoinIcon symbol={symbol} />
        <span className={styles.coinName}>
          <span className={styles.symbol}>{symbol}</span>
          <span className={styles.second}>{info?.name}</span>
        </span>
        <span className={styles.coinAmounts}>
          <LiveText text={cells.amount} className={styles.symbol} />
          <LiveText text={cells.worth} className={styles.second} />
        </span>
        <LiveText text={cells.split} ltr={false} className={`${styles.second} ${styles.split}`} />
      </Link>
    </li>
  );
}
