// The chart with everything at its edges: intervals and tools above, indicators below, a ticket beside it in full screen.
import { type CSSProperties, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Instrument } from '../../../contract/instrument.ts';
import { TicketSlot } from '../../cells/ticket-slot.ts';
import { tickerOf } from '../../state/tickers.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import type { ChartDesk } from './chart-desk.ts';
import { ChartHost } from './chart-host.tsx';
import { useLook, useMagnet } from './chart-style.ts';
import { DrawToggle, DrawingBar } from './drawings/drawing-bar.tsx';
import { useDrawings } from './drawings/use-drawings.ts';
import { type FullScreen, useFullScreen } from './full-screen.ts';
import { IndicatorBar } from './indicator-bar.tsx';
import { useInterval } from './interval.ts';
import { IntervalBar } from './interval-bar.tsx';
import styles from './kline.module.css';
import { useStyleSheet } from './lazy-sheet.tsx';
import { ChartTrading } from './trading/chart-trading.tsx';
import { useChosen, useIndicatorSpecs } from './use-indicators.ts';

export function ChartStage({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const { interval, choose } = useInterval();
  const indicators = useIndicatorSpecs();
  const subPanes = useChosen('sub').length;
  const [desk, setDesk] = useState<ChartDesk | null>(null);
  const drawings = useDrawings(desk, instrument.info.id);
  const screen = useFullScreen();
  const look = useStyleSheet();
  useLook(desk);
  useMagnet(drawings);
  return (
    <section className={styles.stage} data-full={screen.full ? '' : undefined} style={{ '--sub-panes': subPanes } as CSSProperties}>
      <div className={styles.top}>
        {screen.full && <Headline instrument={instrument} />}
        <IntervalBar value={interval} onChange={choose} />
        <div className={styles.tools} role="group" aria-label={t('chart.tools')}>
          {drawings && <DrawToggle session={drawings} />}
          <IconButton label={t('chart.settings')} aria-haspopup="dialog" onClick={look.show}><Icon name="gear" size={20} /></IconButton>
          <FullScreenButton screen={screen} />
        </div>
      </div>
      {drawings && <DrawingBar session={drawings} />}
      <div className={styles.middle}>
        <ChartHost instrument={instrument} interval={interval} indicators={indicators} onDesk={setDesk} />
        {screen.full && <QuickTicket instrument={instrument} />}
      </div>
      <IndicatorBar />
      {desk && <ChartTrading port={desk} instrument={instrument} />}
      {look.sheet}
    </section>
  );
}

function FullScreenButton({ screen: { full, enter, leave } }: { screen: FullScreen }) {
  const { t } = useTranslation();
  return (
    <IconButton label={t(full ? 'chart.leaveFullScreen' : 'chart.fullScreen')} onClick={full ? leave : enter}>
      <Icon name={full ? 'leaveFullscreen' : 'fullscreen'} size={20} />
    </IconButton>
  );
}

/** What the head of the page says, in one line. */
function Headline({ instrument }: { instrument: Instrument }) {
  const ticker = tickerOf(instrument.info.id);
  return (
    <p className={styles.headline}>
      <b className="num">{instrument.info.pair}</b>
      <LiveText text={ticker.last} tone={ticker.direction} flash={ticker.move} />
      <LiveText text={ticker.change} className={styles.change} tone={ticker.direction} />
    </p>
  );
}

/** Folded away it is one button. */
function QuickTicket({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const ticket = useContext(TicketSlot);
  const [open, setOpen] = useState(() => matchMedia('(min-width: 640px)').matches);
  return (
    <aside className={styles.quick} data-open={open ? '' : undefined} aria-label={t('chart.trade')}>
      <Button small aria-expanded={open} onClick={() => setOpen(!open)}>{t('chart.trade')}<Icon name={open ? 'down' : 'up'} size={16} /></Button>
      {open && ticket(instrument)}
    </aside>
  );
}
