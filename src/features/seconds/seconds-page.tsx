// The page of seconds contracts: live index chart, order form, running orders and results.
import { computed } from '@preact/signals-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { CODE } from '../../../core/errors/errors.ts';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { CallError } from '../../api/call.ts';
import { type ViewSink, useView } from '../../api/view-subscription.ts';
import { ChartFold } from '../../components/chart/chart-fold.tsx';
import { FailedCard, LoginCard } from '../../components/common/async-states.tsx';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { closedText } from '../../components/market/closed-market.ts';
import { DelistingNotice } from '../../components/market/delisting-notice.tsx';
import { FeedStatus, FreshZone } from '../../components/market/feed-status.tsx';
import { MarketPicker } from '../../components/market/market-picker.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { OrderResultCard } from '../../components/order-review/order-result-card.tsx';
import { useTickers } from '../../hooks/use-tickers.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { useMarket } from '../../hooks/use-market.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { ticksOf } from '../../stores/market/index-ticks.ts';
import { ViewFreshness } from '../../stores/market/view-freshness.ts';
import { runningSeconds } from '../../stores/account/binary-option-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { priceText } from '../../stores/market/figures.ts';
import { percentText } from '../../stores/market/number-format.ts';
import { ResultSheet } from './result-sheet.tsx';
import { RiskAcknowledgement, RulesSheet } from './rules-sheet.tsx';
import { RunningOrders } from './running-orders.tsx';
import { periodText } from './seconds-text.ts';
import styles from './seconds.module.css';
import { SecondsTicketForm } from './seconds-ticket-form.tsx';
import { type SecondsTicket, useSecondsTicket } from './use-seconds-ticket.ts';

/** The chart with its scales is a chunk of its own: price and ticket are there before it. */
const LazyTickChart = lazyBlock(
  () => import('./chart/tick-chart.tsx'),
  ({ TickChart }) => TickChart,
  // As high as the chart: nothing below it moves when it comes.
  <div className={styles.chart} />,
);

/** Shown to visitors, whom the exchange names no offers: period in s, profit rate, fee rate. */
const EXAMPLE_OFFERS = [
  [30, 0.7, 0.002],
  [60, 0.8, 0.002],
  [300, 0.95, 0],
] as const;
const PATH = '/pages/secondsContract/index';
const chartChoice = stored('fxproSecondsChart');

function hasSeconds({ info }: Instrument): boolean {
  return info.qtEnable === 1;
}

interface SecondsTradingProps {
  instrument: Instrument;
  onMarket: (coinInfoId: number) => void;
}

export function SecondsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { instrument, loaded, select } = useMarket('contractsCoinData', PATH, hasSeconds);
  useTickers();
  if (instrument && hasSeconds(instrument))
    return <SecondsTrading key={instrument.info.id} instrument={instrument} onMarket={select} />;
  const switchMarket = (
    <Button kind="primary" onClick={() => void navigate({ to: PATH, search: {}, replace: true })}>
      {t('seconds.otherMarket')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title.seconds')} trailing={<FeedStatus />} />
      <main>
        {loaded ? <NoticeCard title={t('seconds.noMarket')} action={switchMarket} /> : <SkeletonRows rows={8} />}
      </main>
    </>
  );
}

function SecondsTrading({ instrument, onMarket }: SecondsTradingProps) {
  const { id } = instrument.info;
  const ticket = useSecondsTicket(instrument);
  const running = useSignalValue(runningSeconds);
  const loggedIn = useSignalValue(isLoggedIn);
  const [chosen, setChosen] = useState<number>();
  const [rulesOpen, setRulesOpen] = useState(false);
  const here = running.filter(({ coinInfoId }) => coinInfoId === id);
  const order = here.find((one) => one.id === chosen) ?? here[0] ?? null;
  return (
    <div className={styles.page}>
      <SecondsHeader instrument={instrument} onMarket={onMarket} onRules={() => setRulesOpen(true)} />
      <DelistingNotice info={instrument.info} />
      <main className={styles.columns}>
        <ChartPanel instrument={instrument} order={order} />
        <div className={styles.column}>
          {loggedIn ? (
            <>
              <OrderFormOrNotice instrument={instrument} ticket={ticket} />
              <RunningOrders
                shown={order?.id}
                onShow={({ id: orderId, coinInfoId }) =>
                  coinInfoId === id ? setChosen(orderId) : onMarket(coinInfoId)
                }
              />
            </>
          ) : (
            <ExampleOffers coinInfoId={id} />
          )}
        </div>
      </main>
      <ResultSheet />
      <OrderResultCard />
      <RulesSheet open={rulesOpen} onClose={() => setRulesOpen(false)} periods={ticket.periods} />
      <RiskAcknowledgement open={ticket.riskSheetOpen} onAnswer={ticket.answerRisk} />
    </div>
  );
}

function SecondsHeader({ instrument, onMarket, onRules }: SecondsTradingProps & { onRules: () => void }) {
  const { t } = useTranslation();
  return (
    <PageHeader
      title={<MarketPicker instrument={instrument} onPick={onMarket} accepts={hasSeconds} />}
      trailing={
        <>
          <IconButton label={t('seconds.rules')} onClick={onRules}>
            <Icon name="paper" />
          </IconButton>
          <Link className={styles.records} to="/pages/secondsContract/record" aria-label={t('title.secondsRecord')}>
            <Icon name="records" />
          </Link>
        </>
      }
    />
  );
}

/** The index, and its chart with the marks of an order. */
function ChartPanel({ instrument, order }: { instrument: Instrument; order: SecondsOrder | null }) {
  const { t } = useTranslation();
  const { id, pair } = instrument.info;
  const open = useSignalValue(chartChoice) === '1';
  // A component of one market: the key of the page is the market's id.
  const [{ freshness, sink }] = useState(followTicks);
  useView({ kind: 'channel', channel: 'qtTicks', coinInfoId: id }, sink);
  return (
    <div className={styles.chartPanel}>
      <FreshZone freshness={freshness}>
        <div className={styles.head}>
          <IndexPrice coinInfoId={id} />
          <span className={styles.side}>
            <FeedStatus freshness={freshness} />
            <Link className={styles.proofLink} to="/pages/proof/index">
              {t('seconds.proofOn')}
            </Link>
          </span>
        </div>
        <ChartFold open={open} onToggle={() => (chartChoice.value = open ? '0' : '1')} height="auto">
          <LazyTickChart coinInfoId={id} pair={pair} order={order} />
        </ChartFold>
      </FreshZone>
    </div>
  );
}

/** For visitors, instead of the form. */
function ExampleOffers({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  return (
    <LoginCard
      title={t('seconds.loginTitle')}
      text={t('seconds.loginText')}
      back={`${PATH}?coinInfoId=${coinInfoId}`}
      example={EXAMPLE_OFFERS.map(([period, rate, fee]) => [
        periodText(period, t),
        `${t('seconds.wins', { rate: percentText(rate, 0) })} · ${t('seconds.breakEven', {
          share: percentText((1 + fee) / (1 + rate), 1),
        })}`,
      ])}
    />
  );
}

/** Freshness of the index ticks: those of an earlier visit are not live. */
function followTicks(): { freshness: ViewFreshness; sink: ViewSink } {
  const freshness = new ViewFreshness();
  const sink = { onSection: () => undefined, onFailed: () => undefined, onStatus: freshness.update };
  return { freshness, sink };
}

/** The newest index price; strike and execution prices come from such ticks. */
function IndexPrice({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  const ticks = ticksOf(coinInfoId);
  const text = useMemo(
    () => computed(() => priceText(ticks.value.at(-1)?.price ?? '', coinInfoId)),
    [ticks, coinInfoId],
  );
  const direction = useMemo(
    () => computed(() => Math.sign((ticks.value.at(-1)?.value ?? 0) - (ticks.value.at(-2)?.value ?? 0))),
    [ticks],
  );
  return (
    <span className={styles.price}>
      <LiveText text={text} tone={direction} flash={direction} />
      <small>{t('seconds.index')}</small>
    </span>
  );
}

/** The order form, or why it is not available. */
function OrderFormOrNotice({ instrument, ticket }: { instrument: Instrument; ticket: SecondsTicket }) {
  const { t } = useTranslation();
  const closed = useClosedMarket(instrument, 'seconds');
  const { answer, failure, refetch } = ticket.offer;
  const code = failure instanceof CallError ? failure.code : 0;
  if (code === CODE.notAllowedHere) return <NoticeCard title={t('seconds.regionOff')} text={t('seconds.regionText')} />;
  if (code === CODE.marketClosed || closed)
    return (
      <NoticeCard
        title={t('seconds.closed')}
        text={closed ? closedText(closed, t) : t('seconds.closedText')}
        action={
          <Button small onClick={refetch}>
            {t('app.retry')}
          </Button>
        }
      />
    );
  if (answer === null)
    return failure === null ? <SkeletonRows rows={5} /> : <FailedCard failure={failure} onRetry={refetch} />;
  if (ticket.context.leftUnits === 0n) return <NoticeCard title={t('seconds.full')} text={t('seconds.fullText')} />;
  return <SecondsTicketForm ticket={ticket} />;
}
