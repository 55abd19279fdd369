// My alerts: one is set by market and price, those that wait and those that were told, and whether this browser takes pushes.
import { useState } from 'react';
import type { PriceAlert } from '../../../contract/account-calls.ts';
import type { Instrument } from '../../../contract/instrument.ts';
import { parseSteps, printSteps } from '../../../contract/units.ts';
import { call } from '../../api/call.ts';
import { LoginCard } from '../../cells/block-states.tsx';
import { errorText } from '../../cells/error-text.ts';
import { MarketPicker } from '../../cells/market-picker.tsx';
import { PageBar } from '../../cells/page-bar.tsx';
import { useTickers } from '../../cells/tickers-view.ts';
import { useAnswer } from '../../cells/use-answer.ts';
import { dateTimeText } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentById, markets } from '../../state/instruments.ts';
import { newestNotice } from '../../state/notices.ts';
import { isLoggedIn } from '../../state/session.ts';
import { tickerOf } from '../../state/tickers.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type PushOutcome, takePushes } from './push.ts';
import styles from './alert.module.css';

export function AlertPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageBar title={t('title.alert')} />
      <main className={styles.page}>{loggedIn ? <Mine /> : <LoginCard title={t('alert.login')} back="/pages/alert/index" />}</main>
    </>
  );
}

function Mine() {
  const { t } = useTranslation();
  useTickers();
  const told = useSignalValue(newestNotice)?.id ?? 0;
  const { answer, failure, again } = useAnswer('/user/notice', { alerts: true, pageSize: 1 }, told);
  const alerts = answer?.alerts;
  const remove = (id: number): void => {
    call('/user/notice', { alertRemove: id, pageSize: 1 }).then(again, (error: unknown) => showToast(errorText(error, t), 'error'));
  };
  const list = (title: string, rows: PriceAlert[]) => rows.length > 0 && (
    <section>
      <h2 className={styles.head}>{title}</h2>
      <ul className={styles.list}>{rows.map((alert) => <Line key={alert.id} alert={alert} onRemove={() => remove(alert.id)} />)}</ul>
    </section>
  );
  return (
    <>
      <NewAlert onSet={again} />
      {answer?.pushKey && <Pushes publicKey={answer.pushKey} />}
      {!alerts && failure === null && <SkeletonRows rows={3} />}
      {!alerts && failure !== null && <NoticeCard alert title={t('app.blockFailed')} action={<Button onClick={again}>{t('app.retry')}</Button>} />}
      {alerts?.length === 0 && <NoticeCard title={t('alert.none')} text={t('alert.noneText')} />}
      {alerts && list(t('alert.waiting'), alerts.filter(({ waiting }) => waiting === 1))}
      {alerts && list(t('alert.history'), alerts.filter(({ waiting }) => waiting === 0))}
    </>
  );
}

function Line({ alert, onRemove }: { alert: PriceAlert; onRemove: () => void }) {
  const { t } = useTranslation();
  const market = instrumentById(alert.coinInfoId);
  const price = market ? printSteps(alert.priceTicks, market.price, market.info.pricePrecision) : String(alert.priceTicks);
  return (
    <li className={styles.line}>
      <div>
        <p className="num">{market?.info.pair} {alert.above ? '≥' : '≤'} {price}</p>
        <p className={styles.fact}>{t(alert.repeat ? 'alert.again' : 'alert.once')}{alert.fireTime > 0 && ` · ${t('alert.told', { time: dateTimeText(alert.fireTime) })}`}</p>
      </div>
      <Button small onClick={onRemove} aria-label={t('alert.removeOf', { price })}>{t('alert.remove')}</Button>
    </li>
  );
}

/** A percentage of the last price is a price as well: it is worked out when it is typed, and that price is waited for. */
function NewAlert({ onSet }: { onSet: () => void }) {
  const { t } = useTranslation();
  const known = useSignalValue(markets);
  const [chosen, setChosen] = useState(0);
  const market = known.find(({ info }) => info.id === chosen) ?? known[0];
  const [rule, setRule] = useState<'price' | 'percent'>('price');
  const [text, setText] = useState('');
  const [repeat, setRepeat] = useState<'once' | 'again'>('once');
  const [busy, setBusy] = useState(false);
  if (!market) return <SkeletonRows rows={3} />;
  const ticks = ticksOf(market, rule, text);
  const set = async (): Promise<void> => {
    if (ticks === null) return;
    setBusy(true);
    try {
      await call('/user/notice', { alertCoin: market.info.id, alertTicks: ticks, alertRepeat: repeat === 'again', pageSize: 1 });
      setText('');
      onSet();
    } catch (error) {
      showToast(errorText(error, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.card}>
      <p className={styles.market}><MarketPicker instrument={market} onPick={setChosen} /><LiveText text={tickerOf(market.info.id).last} /></p>
      <Segmented label={t('alert.rule')} value={rule} onChange={setRule} choices={[{ key: 'price', label: t('alert.price') }, { key: 'percent', label: t('alert.percent') }]} />
      {rule === 'percent' && <p className={styles.fact}>{t('alert.percentText')}</p>}
      <NumberField label={t(rule === 'price' ? 'alert.price' : 'alert.percent')} value={text} onValue={setText} decimals={rule === 'price' ? market.info.pricePrecision : 2} suffix={rule === 'percent' ? '%' : undefined} testId="alert-value" />
      <Segmented label={t('alert.often')} value={repeat} onChange={setRepeat} choices={[{ key: 'once', label: t('alert.once') }, { key: 'again', label: t('alert.again') }]} />
      <Button kind="primary" wide busy={busy} disabled={ticks === null} onClick={() => void set()} data-testid="alert-set">
        {ticks === null ? t('alert.setNone') : t('alert.setAt', { price: printSteps(ticks, market.price, market.info.pricePrecision) })}
      </Button>
    </section>
  );
}

/** Ticks to wait for; null where there is no such price. A percentage counts from the last price up. */
function ticksOf(market: Instrument, rule: 'price' | 'percent', text: string): number | null {
  if (text === '') return null;
  if (rule === 'percent') {
    const ticks = Math.round(tickerOf(market.info.id).lastTicks.peek() * (1 + Number(text) / 100));
    return ticks > 0 && Number(text) !== 0 ? ticks : null;
  }
  const ticks = parseSteps(text, market.price);
  return typeof ticks === 'number' && ticks > 0 ? ticks : null;
}

function Pushes({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<PushOutcome | null>(null);
  const ask = (): void => {
    takePushes(publicKey).then(setOutcome, (error: unknown) => showToast(errorText(error, t), 'error'));
  };
  return (
    <section className={styles.card}>
      <p>{t('alert.pushText')}</p>
      {outcome === null ? <Button onClick={ask}>{t('alert.push')}</Button> : <p className={styles.fact} role="status">{t(`alert.push.${outcome}`)}</p>}
    </section>
  );
}
