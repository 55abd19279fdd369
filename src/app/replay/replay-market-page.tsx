// A market at a past moment: the panes of the chart page, moved by the replay's controls.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { NoMarket } from '../../components/common/no-market.tsx';
import { ChartLayout } from '../../features/kline/chart/chart-layout.tsx';
import { MarketHead } from '../../features/kline/market-head.tsx';
import { MarketViews } from '../../features/kline/market-views.tsx';
import { PastPlayer, firstMomentOf } from '../../features/replay/market/past-player.ts';
import { PracticeChart } from '../../features/replay/practice/practice-chart.tsx';
import { PracticeContext } from '../../features/replay/practice/practice-context.ts';
import { ReplayBar } from '../../features/replay/market/replay-bar.tsx';
import styles from '../../features/replay/market/replay-bar.module.css';
import { useTickers } from '../../hooks/use-tickers.ts';
import { IN_REPLAY, REPLAY_MARKET } from '../../lib/replay-address.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { followLanguage } from '../../stores/device/language-sync.ts';
import { pastFile } from '../../stores/device/past-file.ts';
import { instruments, instrumentsListed, markets } from '../../stores/market/instruments.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { usePractice } from './use-practice.tsx';

export function ReplayMarketPage() {
  // Reached within a live document: the replay is a document of its own.
  useEffect(() => {
    if (!IN_REPLAY) window.location.reload();
  }, []);
  return IN_REPLAY ? <Replay /> : <SkeletonRows rows={8} />;
}

function Replay() {
  const { t } = useTranslation();
  const { coinInfoId }: { coinInfoId?: number } = useSearch({ strict: false });
  const byId = useSignalValue(instruments);
  const list = useSignalValue(markets);
  const isListed = useSignalValue(instrumentsListed);
  const file = useSignalValue(pastFile);
  const first = file !== null && typeof file === 'object' ? byId.get(file.markets[0] ?? NaN) : list[0];
  const instrument = coinInfoId === undefined ? first : byId.get(coinInfoId);
  useTickers();
  // The rest of the deferred start is for live pages.
  useEffect(followLanguage, []);
  const { history } = useRouter();
  useEffect(() => {
    // Live pages are other documents.
    const unblock = history.block({
      blockerFn: ({ nextLocation: { pathname, href } }) => {
        if (pathname === REPLAY_MARKET) return false;
        window.location.assign(href);
        return true;
      },
      enableBeforeUnload: false,
    });
    // A script that changes the address itself is not blocked.
    const unsubscribe = history.subscribe(({ location: { pathname } }) => {
      if (pathname !== REPLAY_MARKET) window.location.reload();
    });
    return () => {
      unblock();
      unsubscribe();
    };
  }, [history]);
  // The markets of the last visit are known before those of the file.
  if (file === 'opening') return <SkeletonRows rows={8} />;
  if (typeof file === 'string') return <NoFile title={t(file === 'none' ? 'past.noFile' : `replay.refused.${file}`)} />;
  if (instrument?.info.pair) return <ReplayPanes key={instrument.info.id} instrument={instrument} />;
  if (!isListed) return <SkeletonRows rows={8} />;
  return (
    <>
      <PageHeader title={t('title.replay')} />
      <NoMarket />
    </>
  );
}

/** No recording to show, and the way to the page that opens one. */
function NoFile({ title }: { title: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toReplays = (
    <Button kind="primary" onClick={() => void navigate({ to: '/replay' })}>
      {t('title.replay')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title.replay')} />
      <NoticeCard alert title={title} action={toReplays} />
    </>
  );
}

/** An hour ago, or that of a file. */
function firstMoment(): number {
  const file = pastFile.peek();
  if (file === null || typeof file === 'string') return Date.now() - HOUR_MS;
  return firstMomentOf(file);
}

function ReplayPanes({ instrument }: { instrument: Instrument }) {
  const { id, pair } = instrument.info;
  const { at }: { at?: number } = useSearch({ strict: false });
  const [player] = useState(() => new PastPlayer(id));
  const navigate = useNavigate();
  useEffect(() => player.start(at ?? firstMoment()), [player, at]);
  const { practice, running, part, mayLeave } = usePractice(player, instrument);
  const leave = (): void => {
    if (mayLeave('leave')) void navigate({ to: '/pages/kline/kline', search: { coinInfoId: id } });
  };
  return (
    <PracticeContext value={practice}>
      <div className={styles.page}>
        <ReplayBar player={player} pair={pair} onLeave={leave} mayJump={() => mayLeave('jump')} />
        <div>
          <MarketHead instrument={instrument} />
          <ChartLayout instrument={instrument} {...(running && { Trading: PracticeChart })} />
        </div>
        <div>
          {part}
          <MarketViews instrument={instrument} />
        </div>
      </div>
    </PracticeContext>
  );
}
