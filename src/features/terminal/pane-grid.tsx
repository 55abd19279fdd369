// The grid of panes around the chart, with their stored sizes and edges.
import { type KeyboardEvent, type ReactNode, useCallback } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { DESKTOP, useMedia } from '../../ui/use-media.ts';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { PANES, type Pane, paneLayout } from './pane-sizes.ts';
import { Separator } from './separator.tsx';
import styles from './terminal.module.css';

/** Enter on the focused order form presses its button: nothing is sent while that is disabled. */
function submitOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, repeat } = event;
  if (key !== 'Enter' || target !== currentTarget) return;
  // Else the browser gives the same press to the confirmation that opens, and closes it.
  event.preventDefault();
  // A key that is held down sends one order.
  if (!repeat) currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}

export interface PaneGridProps {
  strip: ReactNode;
  chart: ReactNode;
  panes: Readonly<Record<Pane, ReactNode>>;
}

export function PaneGrid({ strip, chart, panes }: PaneGridProps) {
  const { t } = useTranslation();
  const { hidden } = useSignalValue(paneLayout);
  const desktop = useMedia(DESKTOP);
  const grid = useSignalEffect<HTMLDivElement>(
    useCallback((element) => {
      const { sizes } = paneLayout.value;
      for (const pane of PANES) {
        if (sizes[pane] === undefined) element.style.removeProperty(`--${pane}`);
        else element.style.setProperty(`--${pane}`, `${sizes[pane]}px`);
      }
    }, []),
  );
  // A tablet has no list of markets: its pane would leave no room for the chart.
  const shown = PANES.filter((pane) => (desktop ? !hidden.includes(pane) : pane !== 'list'));
  return (
    <div ref={grid} className={styles.terminal} data-terminal="">
      {strip}
      <div className={styles.chart}>{chart}</div>
      {shown.map((pane) => (
        <section
          key={pane}
          className={styles.pane}
          data-pane={pane}
          aria-label={t(`terminal.pane.${pane}`)}
          {...(pane === 'ticket' && { tabIndex: -1, onKeyDown: submitOnEnter })}
        >
          {panes[pane]}
          {desktop && <Separator pane={pane} />}
        </section>
      ))}
    </div>
  );
}
