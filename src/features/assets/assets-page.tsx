// The assets page: total worth, both accounts, equity curve and coins.
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { FeedStatus } from '../../components/market/feed-status.tsx';
import { useTickers } from '../../hooks/use-tickers.ts';
import { TotalHead } from '../../components/account/total-worth.tsx';
import { clockText } from '../../lib/date-format.ts';
import { assetsAt, assetsFailed, refreshAssets } from '../../stores/account/balances.ts';
import { currency } from '../../stores/device/currency.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { moneyText, separate } from '../../stores/market/number-format.ts';
import { AccountCards } from './account-cards.tsx';
import { CoinList } from './coin-list.tsx';
import { EquityCard } from './equity-card.tsx';
import styles from './assets.module.css';

export { CoinList } from './coin-list.tsx';

export function AssetsPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  useTickers();
  if (!loggedIn) {
    return (
      <>
        <NavBar title={t('tab.assets')} trailing={<FeedStatus />} />
        <main className="column">
          <LoginCard
            title={t('assets.loginTitle')}
            back="/pages/tabbar/list"
            example={[
              [t('assets.total', { currency: 'USD' }), `$${moneyText('10000')}`],
              [`${t('assets.spot')} · USDT`, moneyText('5250')],
              [`${t('assets.spot')} · BTC`, separate('0.02619760')],
              [`${t('assets.contract')} · USDT`, moneyText('3000')],
            ]}
          />
        </main>
      </>
    );
  }
  return (
    <>
      <NavBar title={t('tab.assets')} trailing={<FeedStatus />} />
      <main className={styles.page}>
        <div className={styles.pane}>
          <TotalAssets />
          <StaleNote />
          <AccountCards />
          <EquityCard />
        </div>
        <CoinList />
      </main>
    </>
  );
}

function TotalAssets() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const quoted = useSignalValue(currency);
  return (
    <section className={styles.card}>
      <TotalHead title={t('assets.total', { currency: quoted.name })} />
      <div className={styles.four}>
        <Button small kind="primary" onClick={() => void navigate({ to: '/pages/wallet/recharge' })}>
          {t('home.deposit')}
        </Button>
        <Button small onClick={() => void navigate({ to: '/pages/wallet/withdraw' })}>
          {t('home.withdraw')}
        </Button>
        <Button small onClick={() => void navigate({ to: '/pages/wallet/transfer' })}>
          {t('home.transfer')}
        </Button>
        <Button small onClick={() => void navigate({ to: '/pages/wallet/convert' })}>
          {t('home.convert')}
        </Button>
      </div>
      <nav className={styles.links}>
        <Link className={styles.link} to="/pages/wallet/record" search={{ type: 0 }}>
          <Icon name="records" size={18} />
          {t('assets.records')}
        </Link>
        <Link className={styles.link} to="/pages/order/myOrder">
          <Icon name="paper" size={18} />
          {t('title.myOrder')}
        </Link>
        <Link className={styles.link} to="/pages/proof/ledger">
          <Icon name="shield" size={18} />
          {t('title.ledger')}
        </Link>
      </nav>
    </section>
  );
}

/**
 * Shown when the assets call fails: the last known balances with their age and a retry button. A
 * failed refresh is no toast (docs/specification.md 7).
 */
function StaleNote() {
  const { t } = useTranslation();
  const failed = useSignalValue(assetsFailed);
  const at = useSignalValue(assetsAt);
  if (!failed) return null;
  return (
    <p className={styles.stale} role="status">
      <span>
        {t('assets.failed')}
        {at !== null && ` · ${t('assets.age', { time: clockText(at) })}`}
      </span>
      <Button kind="ghost" small onClick={() => void refreshAssets()}>
        {t('app.retry')}
      </Button>
    </p>
  );
}
