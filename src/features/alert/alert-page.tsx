// Price and risk alerts: a form for a new one, the waiting and the triggered ones, push permission.
import { useEffect, useState } from 'react';
import { ALERT_CHANNEL, type Alert } from '../../../core/endpoints/alert.ts';
import { printSteps } from '../../../core/units/units.ts';
import form from '../../components/market/alert-form.module.css';
import { AlertForm, CHANNELS } from '../../components/market/alert-form.tsx';
import { FailedCard, LoginCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { MarketPicker } from '../../components/market/market-picker.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { PushCard } from '../../components/account/push-card.tsx';
import { useTickers } from '../../hooks/use-tickers.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { loadAlerts, myAlerts, removeAlert } from '../../stores/account/alerts.ts';
import { separate } from '../../stores/market/number-format.ts';
import { instrumentById, markets } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './alert.module.css';

export function AlertPage() {
  const { t } = useTranslation();
  useTickers();
  return (
    <>
      <PageHeader title={t('title.alert')} />
      <main>
        <Alerts />
      </main>
    </>
  );
}

/** The page's content, also a panel of the trading terminal. */
export function Alerts() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <div className="rows">
      <NewAlert />
      {loggedIn && <PushCard />}
      <MyAlerts />
      {!loggedIn && <LoginCard title={t('alert.visitorTitle')} text={t('alert.visitor')} back="/pages/alert/index" />}
    </div>
  );
}

function NewAlert() {
  const { t } = useTranslation();
  const available = useSignalValue(markets);
  const [chosen, setChosen] = useState(0);
  const market = available.find(({ info }) => info.id === chosen) ?? available[0];
  if (!market) return <SkeletonRows rows={3} />;
  return (
    <section className={form.card} aria-label={t('alert.new')}>
      <p className={styles.market}>
        <MarketPicker instrument={market} onPick={setChosen} />
        <LiveText text={tickerOf(market.info.id).last} />
      </p>
      <AlertForm key={market.info.id} market={market} onSet={() => showToast(t('alert.isSet'), 'success')} />
    </section>
  );
}

function MyAlerts() {
  const { t } = useTranslation();
  const alerts = useSignalValue(myAlerts);
  const [failed, setFailed] = useState(false);
  const loggedIn = useSignalValue(isLoggedIn);
  const load = (): void =>
    void loadAlerts().then(
      () => setFailed(false),
      (cause: unknown) => {
        console.warn('alerts fetch failed', cause);
        setFailed(true);
      },
    );
  useEffect(load, [loggedIn]);
  if (alerts === null && failed) return <FailedCard failure={null} onRetry={load} />;
  if (alerts === null) return <SkeletonRows rows={3} />;
  if (alerts.length === 0) return <NoticeCard title={t('alert.none')} text={t('alert.noneText')} />;
  return (
    <>
      <AlertList title={t('alert.waiting')} alerts={alerts.filter(({ waiting }) => waiting === 1)} />
      <AlertList title={t('alert.history')} alerts={alerts.filter(({ waiting }) => waiting === 0)} />
    </>
  );
}

function AlertList({ title, alerts }: { title: string; alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <section>
      <h2 className={styles.head}>{title}</h2>
      <ul className="list">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}

/** The condition of an alert as text. */
function conditionText({ coinInfoId, priceTicks, above, ratePercent }: Alert, t: Translate): string {
  const market = instrumentById(coinInfoId);
  if (ratePercent > 0)
    return t('alert.riskLine', { market: market?.info.pair ?? t('alert.allPositions'), percent: ratePercent });
  const price = market
    ? separate(printSteps(priceTicks, market.price, market.info.pricePrecision))
    : String(priceTicks);
  return `${market?.info.pair ?? ''} ${above ? '≥' : '≤'} ${price}`;
}

function AlertRow({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const condition = conditionText(alert, t);
  const facts = [
    t(alert.repeat ? 'alert.again' : 'alert.once'),
    ...CHANNELS.filter((key) => alert.channels & ALERT_CHANNEL[key]).map((key) => t(`alert.by.${key}`)),
    ...(alert.fireTime > 0 ? [t('alert.told', { time: dateTimeText(alert.fireTime) })] : []),
  ];
  const remove = (): void => void removeAlert(alert).catch((error: unknown) => showToast(errorText(error, t), 'error'));
  return (
    <li className={styles.line} data-testid="alert-line">
      <div>
        <p className={alert.ratePercent > 0 ? undefined : 'num'}>{condition}</p>
        <p className="hint">{facts.join(' · ')}</p>
      </div>
      <Button small onClick={remove} aria-label={t('alert.removeOf', { what: condition })}>
        {t('alert.remove')}
      </Button>
    </li>
  );
}
