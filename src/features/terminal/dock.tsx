// Panels below the chart, one at a time: positions, orders, history, assets, alerts, statistics of contracts.
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { heldContracts, waitingContracts } from '../../stores/account/contract-orders.ts';
import { openOrders } from '../../stores/account/spot-orders.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './terminal.module.css';

export type DockPanel = 'positions' | 'orders' | 'history' | 'assets' | 'alerts' | 'statistics';

export interface DockProps {
  /** The panel shown until another is chosen. */
  initial: DockPanel;
  /** Whether the market has statistics of contracts. */
  hasStatistics: boolean;
  render: (panel: DockPanel) => ReactNode;
}

export function Dock({ initial, hasStatistics, render }: DockProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<DockPanel | null>(null);
  const positions = useSignalValue(heldContracts).length;
  const orders = useSignalValue(openOrders).length + useSignalValue(waitingContracts).length;
  const panel = chosen === null || (chosen === 'statistics' && !hasStatistics) ? initial : chosen;
  return (
    <>
      <Tabs
        label={t('terminal.pane.dock')}
        value={panel}
        onChange={setChosen}
        controls="terminal-dock"
        choices={[
          { key: 'positions', label: t('contracts.holding', { count: positions }) },
          { key: 'orders', label: t('orders.open', { count: orders }) },
          { key: 'history', label: t('orders.history') },
          { key: 'assets', label: t('tab.assets') },
          { key: 'alerts', label: t('title.alert') },
          ...(hasStatistics ? [{ key: 'statistics' as const, label: t('contracts.statistics') }] : []),
        ]}
      />
      <div id="terminal-dock" className={styles.panel} role="tabpanel">
        {render(panel)}
      </div>
    </>
  );
}
