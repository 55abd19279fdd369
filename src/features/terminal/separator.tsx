// The edge of a pane, dragged by pointer or moved by arrow keys.
import { type KeyboardEvent, type PointerEvent, useCallback, useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { PANE_LIMITS, type Pane, clampPane, paneLayout, resizePane } from './pane-sizes.ts';
import styles from './terminal.module.css';

/** Change by one press of an arrow key, in px; with Shift ten times as much. */
const STEP_PX = 8;

/** Sign of the growth of a pane when its edge moves right or down: only the list starts at the leading edge. */
function growth(element: HTMLElement, pane: Pane): 1 | -1 {
  if (pane === 'dock') return -1;
  const leftToRight = getComputedStyle(element).direction === 'ltr';
  return (pane === 'list') === leftToRight ? 1 : -1;
}

function sizeOf(element: HTMLElement, pane: Pane): number {
  const box = element.parentElement?.getBoundingClientRect();
  return (pane === 'dock' ? box?.height : box?.width) ?? 0;
}

/** Undefined: the size follows the window. */
function showSize(element: HTMLElement, pane: Pane, px: number | undefined): void {
  const grid = element.closest<HTMLElement>('[data-terminal]');
  if (px === undefined) grid?.style.removeProperty(`--${pane}`);
  else grid?.style.setProperty(`--${pane}`, `${px}px`);
}

/** Rendered inside its pane. While it is dragged only a CSS variable changes. */
export function Separator({ pane }: { pane: Pane }) {
  const { t } = useTranslation();
  const drag = useRef<{ fromPx: number; sizePx: number } | null>(null);
  const [leastPx, mostPx] = PANE_LIMITS[pane];
  const report = useCallback(
    (element: HTMLElement | null): void =>
      element?.setAttribute('aria-valuenow', String(clampPane(pane, sizeOf(element, pane)))),
    [pane],
  );
  const at = (event: PointerEvent): number => (pane === 'dock' ? event.clientY : event.clientX);
  const dragged = (event: PointerEvent<HTMLElement>): number => {
    const { fromPx, sizePx } = drag.current ?? { fromPx: 0, sizePx: 0 };
    return clampPane(pane, sizePx + growth(event.currentTarget, pane) * (at(event) - fromPx));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const element = event.currentTarget;
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const px = way * growth(element, pane) * STEP_PX * (event.shiftKey ? 10 : 1);
    resizePane(pane, sizeOf(element, pane) + px);
    report(element);
  };
  return (
    <div
      ref={report}
      className={styles.separator}
      data-of={pane}
      role="separator"
      tabIndex={0}
      aria-orientation={pane === 'dock' ? 'horizontal' : 'vertical'}
      aria-label={t('terminal.resize', { pane: t(`terminal.pane.${pane}`) })}
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { fromPx: at(event), sizePx: sizeOf(event.currentTarget, pane) };
      }}
      onPointerMove={(event) => {
        if (drag.current) showSize(event.currentTarget, pane, dragged(event));
      }}
      onPointerUp={(event) => {
        if (drag.current) resizePane(pane, dragged(event));
        drag.current = null;
        report(event.currentTarget);
      }}
      onPointerCancel={(event) => {
        if (drag.current) showSize(event.currentTarget, pane, paneLayout.peek().sizes[pane]);
        drag.current = null;
      }}
    />
  );
}
