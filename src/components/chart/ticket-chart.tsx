// The live chart of a market above its order form; its code is loaded after the form is on the screen.
import { useState } from 'react';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { lazyBlock } from '../common/lazy-component.tsx';
import styles from './chart-fold.module.css';
import type { TicketChartFoldProps } from './ticket-chart-fold.tsx';

/** Low enough to leave the form on the screen of a phone, high enough for the user's lines. */
const HEIGHT_PX = 160;
/** Height of what folds the chart, with the line and the gap below it. */
const BAR_PX = 41;
/** A lower screen shows the form alone at first. Read once: a keyboard on the screen folds nothing. */
const ROOMY_PX = 740;
const choice = stored('fxproTicketChart');

const Fold = lazyBlock(
  () => import('./ticket-chart-fold.tsx'),
  ({ TicketChartFold }) => TicketChartFold,
  null,
  { texts: ['market'] },
);

/** Its place is reserved, so that nothing below it moves when it comes. */
export function TicketChart(props: Omit<TicketChartFoldProps, 'open' | 'onToggle' | 'height'>) {
  const [roomy] = useState(() => window.innerHeight >= ROOMY_PX);
  const chosen = useSignalValue(choice);
  const open = chosen === 'auto' ? roomy : chosen === '1';
  const toggle = (): void => {
    choice.value = open ? '0' : '1';
  };
  return (
    <div className={styles.place} style={{ minHeight: BAR_PX + (open ? HEIGHT_PX : 0) }}>
      <Fold {...props} open={open} onToggle={toggle} height={`${HEIGHT_PX}px`} />
    </div>
  );
}
