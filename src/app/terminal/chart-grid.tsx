// One, two or four charts, linked with each other, over one worker and socket.
import { useEffect, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { ChartLink } from '../../components/chart/chart-link.ts';
import { ChartTrading } from '../../components/order-lines/chart-trading.tsx';
import { ChartLayout } from '../../features/kline/chart/chart-layout.tsx';
import { SideChart } from '../../features/kline/chart/side-chart.tsx';
import { changeCell, chartCells } from '../../features/terminal/chart-cells.ts';
import styles from '../../features/terminal/terminal.module.css';
import { instruments } from '../../stores/market/instruments.ts';
import { stored } from '../../stores/device/storage.ts';
import { DESKTOP, useMedia } from '../../ui/use-media.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export function ChartGrid({ instrument }: { instrument: Instrument }) {
  const { count, cells, links } = useSignalValue(chartCells);
  const mainInterval = useSignalValue(stored('fxproInterval'));
  const byId = useSignalValue(instruments);
  const desktop = useMedia(DESKTOP);
  const [link] = useState(() => new ChartLink({ crosshair: false, time: false }));
  useEffect(
    () => link.setParts({ crosshair: links.includes('crosshair'), time: links.includes('time') }),
    [link, links],
  );
  // A tablet has room for one.
  const others = desktop ? cells.slice(0, count - 1) : [];
  return (
    <div className={styles.charts} data-count={others.length + 1}>
      <ChartLayout instrument={instrument} fill link={link} Trading={ChartTrading} />
      {others.map(({ id, interval }, index) => (
        <SideChart
          key={index}
          instrument={(links.includes('symbol') ? undefined : byId.get(id)) ?? instrument}
          interval={links.includes('interval') ? mainInterval : interval}
          link={link}
          onMarket={links.includes('symbol') ? null : (coinInfoId) => changeCell(index, { id: coinInfoId })}
          onInterval={links.includes('interval') ? null : (next) => changeCell(index, { interval: next })}
        />
      ))}
    </div>
  );
}
