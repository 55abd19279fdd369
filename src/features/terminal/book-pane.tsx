// Order book over the recent trades, or the price ladder, with as many levels as fit.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { FreshZone } from '../../components/market/feed-status.tsx';
import { LiveBook } from '../../components/market/live-book.tsx';
import { useLeastWorth } from '../../components/trades/trade-filter.tsx';
import { TradeList } from '../../components/trades/trade-list.tsx';
import { fillTicket } from '../../components/ticket/ticket-commands.ts';
import type { PickedLevel } from '../../components/ticket/ticket-text.ts';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { useTrades } from '../../hooks/use-trades.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { remPx } from '../../ui/rem-px.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { BookSpread } from './book-spread.tsx';
import { paneLayout, showBook } from './pane-sizes.ts';
import styles from './terminal.module.css';

/** Height of a level, and of what surrounds the levels. */
const LEVEL_REM = 1.5;
const AROUND_REM = 10.75;
const MIN_LEVELS = 5;
/** Trades shown: what fits into a tall window. */
const TRADES = 40;

/** Levels a side that fit into an element, followed as it is resized. */
function useLevels(host: RefObject<HTMLElement | null>): number {
  const [levels, setLevels] = useState(MIN_LEVELS + 2);
  useEffect(() => {
    const { current } = host;
    if (!current) return undefined;
    const sizes = new ResizeObserver(() =>
      setLevels(Math.max(MIN_LEVELS, Math.floor((current.clientHeight / remPx() - AROUND_REM) / (2 * LEVEL_REM)))),
    );
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [host]);
  return levels;
}

/** The ladder is loaded when it is first chosen. */
const Ladder = lazyBlock(
  () => import('./ladder/ladder-pane.tsx'),
  ({ LadderPane: part }) => part,
  <SkeletonRows rows={8} />,
);

export function BookPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const { book: tab = 'book' } = useSignalValue(paneLayout);
  return (
    <>
      <Tabs
        label={t('terminal.pane.book')}
        value={tab}
        onChange={showBook}
        controls="terminal-book"
        choices={[
          { key: 'book', label: t('kline.book') },
          { key: 'ladder', label: t('ladder.tab') },
        ]}
      />
      <div id="terminal-book" className={styles.bookPanel} role="tabpanel" data-tab={tab}>
        {tab === 'ladder' ? <Ladder instrument={instrument} /> : <BookAndTape instrument={instrument} />}
      </div>
    </>
  );
}

function BookAndTape({ instrument }: { instrument: Instrument }) {
  const host = useRef<HTMLDivElement>(null);
  const levels = useLevels(host);
  const pick = useCallback((level: PickedLevel) => fillTicket({ level }), []);
  const spread = useMemo(() => <BookSpread instrument={instrument} />, [instrument]);
  return (
    <>
      <div ref={host} className={styles.book}>
        <LiveBook key={levels} instrument={instrument} rows={levels} onPick={pick} below={spread} />
      </div>
      <Tape instrument={instrument} />
    </>
  );
}

function Tape({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const trades = useTrades(instrument, TRADES, useLeastWorth());
  return (
    <div className={styles.tape} role="group" tabIndex={0} aria-label={t('kline.trades')}>
      <FreshZone freshness={trades.freshness}>
        <TradeList trades={trades} instrument={instrument} short />
      </FreshZone>
    </div>
  );
}
