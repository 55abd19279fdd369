// The chart with its toolbars: intervals and tools above, indicators below, and the order form in full screen.
import { type CSSProperties, type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { ChartLink } from '../../../components/chart/chart-link.ts';
import { IN_REPLAY } from '../../../lib/replay-address.ts';
import { useCommand } from '../../../components/common/commands.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { ChartController } from '../../../components/chart/chart-controller.ts';
import { useChartStyle, useMagnet } from '../../../components/chart/chart-style.ts';
import { DrawToggle, DrawingBar } from '../drawings/drawing-bar.tsx';
import { ChartIcon } from '../chart-icons.tsx';
import { useDrawings } from '../drawings/use-drawings.ts';
import { type HalfTicket, HalfTicketSheet } from '../half-ticket.tsx';
import { IndicatorBar } from '../indicator-bar.tsx';
import { MarketTitle } from '../market-head.tsx';
import { useChartInterval } from '../use-chart-interval.ts';
import { IntervalBar } from '../interval-bar.tsx';
import styles from '../kline.module.css';
import { lazyBlock } from '../../../components/common/lazy-component.tsx';
import { useStyleSheet } from '../lazy-sheet.tsx';
import { type QuickTrade, useQuickTrade } from '../quick-trade.tsx';
import { useSelectedIndicators, useIndicatorSpecs } from '../use-indicators.ts';
import { ChartHost } from './chart-host.tsx';
import { type FullScreen, useFullScreen } from './full-screen.ts';
import { ReplayButton } from './replay-button.tsx';
import { PopOutButton } from './pop-out-button.tsx';
import { type ImageButtonProps, SaveImageButton, ShareImageButton } from './image-buttons.tsx';

/** Loaded when first opened. */
const ListenPanel = lazyBlock(
  () => import('../listen/listen-panel.tsx'),
  ({ ListenPanel: part }) => part,
);

export interface ChartLayoutProps {
  instrument: Instrument;
  /** Fills the height of its container; else the chart has a height of its own. */
  fill?: boolean | undefined;
  /** Other charts that follow this one. */
  link?: ChartLink | undefined;
  /** In a window of its own. */
  alone?: boolean;
  /** The order form below the chart, which then fills the rest of the screen. */
  half?: HalfTicket | null;
  /** Trading on the chart; absent where nothing can be traded. */
  Trading?: ComponentType<{ port: ChartController; instrument: Instrument; onTrade: QuickTrade['openTicket'] }>;
}

export function ChartLayout({ instrument, fill, link, alone = false, half, Trading }: ChartLayoutProps) {
  const { t } = useTranslation();
  const { interval, choose } = useChartInterval(alone);
  const indicators = useIndicatorSpecs();
  const subPanes = useSelectedIndicators('sub').length;
  const [controller, setController] = useState<ChartController | null>(null);
  const drawings = useDrawings(controller, instrument.info.id);
  const screen = useFullScreen();
  const full = screen.full || alone;
  const [listening, setListening] = useState(false);
  const styleSheet = useStyleSheet(() => setListening(true));
  const { openTicket, toggle, ticket } = useQuickTrade(instrument, full, alone);
  useChartStyle(controller, `${instrument.info.id} ${interval}`);
  useMagnet(drawings);
  useEffect(() => (controller && link ? link.add(controller) : undefined), [controller, link]);
  useCommand('chartSettings', styleSheet.show);
  useCommand('fullScreen', screen.full || IN_REPLAY ? screen.leave : screen.enter);
  return (
    <section
      className={styles.layout}
      data-full={full ? '' : undefined}
      data-fill={fill && !full ? '' : undefined}
      data-half={half && !full ? '' : undefined}
      style={{ '--sub-panes': subPanes } as CSSProperties}
    >
      <div className={styles.top}>
        {full && <MarketTitle instrument={instrument} />}
        <IntervalBar instrument={instrument} value={interval} onChange={choose} />
        <div className={styles.tools} role="group" aria-label={t('chart.tools')}>
          {!IN_REPLAY && toggle}
          <DrawToggle session={drawings} />
          <span className={styles.roomy}>
            <IconButton label={t('chart.listen')} aria-expanded={listening} onClick={() => setListening(!listening)}>
              <Icon name="notice" size={20} />
            </IconButton>
          </span>
          <IconButton label={t('chart.settings')} aria-haspopup="dialog" onClick={styleSheet.show}>
            <ChartIcon name="gear" size={20} />
          </IconButton>
          <ImageButtons controller={controller} pair={instrument.info.pair} interval={interval} />
          {!IN_REPLAY && !full && <PopOutButton instrument={instrument} interval={interval} />}
          {!IN_REPLAY && <ReplayButton coinInfoId={instrument.info.id} />}
          {!IN_REPLAY && <FullScreenButton screen={screen} />}
        </div>
      </div>
      {drawings && <DrawingBar session={drawings} />}
      {listening && controller && (
        <div className={styles.listen}>
          <ListenPanel controller={controller} instrument={instrument} interval={interval} />
        </div>
      )}
      <ChartHost instrument={instrument} interval={interval} indicators={indicators} onController={setController} />
      <IndicatorBar />
      {!IN_REPLAY && ticket}
      {half && !full && <HalfTicketSheet instrument={instrument} {...half} />}
      {controller && Trading && <Trading port={controller} instrument={instrument} onTrade={openTicket} />}
      {styleSheet.sheet}
    </section>
  );
}

/** Phones show the share button alone; it saves the image where sharing is not supported. */
function ImageButtons(props: ImageButtonProps) {
  return (
    <>
      <span className={styles.roomy}>
        <SaveImageButton {...props} />
      </span>
      <ShareImageButton {...props} />
    </>
  );
}

function FullScreenButton({ screen: { full, enter, leave } }: { screen: FullScreen }) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t(full ? 'chart.leaveFullScreen' : 'chart.fullScreen')}
      onClick={full ? leave : enter}
      data-testid="full-screen"
    >
      <ChartIcon name={full ? 'leaveFullscreen' : 'fullscreen'} size={20} />
    </IconButton>
  );
}
