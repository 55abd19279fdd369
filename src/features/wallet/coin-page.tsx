// One coin: balances in both accounts, worth, actions and ledger entries.
import { computed } from '@preact/signals-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { FigureText, LiveFigure } from '../../components/common/figure-text.tsx';
import { LoginCard, PagedList } from '../../components/common/async-states.tsx';
import { CoinIcon } from '../../components/market/coin-icon.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { Fact } from '../../ui/fact.tsx';
import { toneOf } from '../../ui/tone.ts';
import { useTickers } from '../../hooks/use-tickers.ts';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { type Account, holdings } from '../../stores/account/balances.ts';
import { quoteText } from '../../stores/device/currency.ts';
import { coinFigure } from '../../stores/market/figures.ts';
import { instruments } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { Button } from '../../ui/button.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { UNKNOWN, moneyText, separate } from '../../stores/market/number-format.ts';
import { entryFigure, recordTypeText } from './record-text.ts';
import styles from './wallet.module.css';

export function CoinPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const { coinInfoId = USDT_ID } = useSearch({ from: '/pages/wallet/assets' });
  const info = useSignalValue(instruments).get(coinInfoId)?.info;
  return (
    <>
      <PageHeader title={info?.symbol ?? t('title.coinAssets')} />
      <main className="column">
        {loggedIn ? (
          <CoinDetails coinInfoId={coinInfoId} />
        ) : (
          <LoginCard
            back={`/pages/wallet/assets?coinInfoId=${coinInfoId}`}
            example={[
              [t('wallet.availableShort'), moneyText('7000')],
              [t('wallet.frozen'), separate('0.00')],
            ]}
          />
        )}
      </main>
    </>
  );
}

function CoinDetails({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useTickers();
  const info = useSignalValue(instruments).get(coinInfoId)?.info;
  const search = { coinInfoId };
  return (
    <>
      {info && (
        <p className={styles.row}>
          <CoinIcon symbol={info.symbol} /> <b>{info.name}</b>{' '}
          {info.pair !== '' && (
            <Link className={styles.link} to="/pages/kline/kline" search={search}>
              <LiveText text={tickerOf(coinInfoId).last} />
            </Link>
          )}
        </p>
      )}
      <AccountFigures coinInfoId={coinInfoId} account="spot" />
      <AccountFigures coinInfoId={coinInfoId} account="contract" />
      <div className={styles.actions}>
        {info?.rechargeEnable === 1 && (
          <Button onClick={() => void navigate({ to: '/pages/wallet/recharge', search })}>{t('title.recharge')}</Button>
        )}
        {info?.withdrawEnable === 1 && (
          <Button onClick={() => void navigate({ to: '/pages/wallet/withdraw', search })}>{t('title.withdraw')}</Button>
        )}
        <Button onClick={() => void navigate({ to: '/pages/wallet/transfer', search })}>{t('title.transfer')}</Button>
        <Button onClick={() => void navigate({ to: '/pages/wallet/convert' })}>{t('title.convert')}</Button>
      </div>
      <LedgerEntries coinInfoId={coinInfoId} />
    </>
  );
}

function AccountFigures({ coinInfoId, account }: { coinInfoId: number; account: Account }) {
  const { t } = useTranslation();
  const cells = useMemo(() => {
    const holding = computed(() => holdings[account].value.find((one) => one.coinInfoId === coinInfoId));
    return {
      available: computed(() => coinFigure(holding.value?.available ?? 0n, coinInfoId)),
      frozen: computed(() => coinFigure(holding.value?.frozen ?? 0n, coinInfoId)),
      worth: computed(() => (holding.value?.isPriced === false ? UNKNOWN : quoteText(holding.value?.worth ?? 0n))),
    };
  }, [coinInfoId, account]);
  return (
    <section className={`card ${styles.card}`}>
      <h2 className={styles.head}>{t(account === 'spot' ? 'assets.spot' : 'assets.contract')}</h2>
      <dl className={`facts ${styles.bare}`}>
        <Fact label={t('wallet.availableShort')}>
          <LiveFigure figure={cells.available} />
        </Fact>
        <Fact label={t('wallet.frozen')}>
          <LiveFigure figure={cells.frozen} />
        </Fact>
        <Fact label={t('wallet.worth')}>
          <LiveText text={cells.worth} />
        </Fact>
      </dl>
    </section>
  );
}

function LedgerEntries({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  const pages = useInfiniteQuery('/user/point/change/log', { coinInfoId }, 'id');
  return (
    <section>
      <h2 className={styles.head}>{t('title.records')}</h2>
      <PagedList pages={pages} empty={<NoticeCard title={t('app.noData')} />}>
        {(list) => (
          <ul>
            {list.map((line) => (
              <li key={line.id} className={styles.order}>
                <p className={styles.between}>
                  <b>{recordTypeText(line.type, t)}</b>
                  <span data-tone={toneOf(line.amount)}>
                    <FigureText figure={entryFigure(line, t)} />
                  </span>
                </p>
                <time className="num hint" dateTime={new Date(line.createTime).toISOString()}>
                  {dateTimeText(line.createTime)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
