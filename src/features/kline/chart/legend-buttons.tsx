// Buttons over the names in the chart's legend: each opens a menu that hides, edits or removes the indicator.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { IndicatorPane } from '../../../../chart/indicators/indicator-looks.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { type IndicatorName, isIndicatorName, isOfCandles } from '../../../../core/market-data/indicator-params.ts';
import type { LegendItem } from '../../../../chart/api.ts';
import type { ChartController } from '../../../components/chart/chart-controller.ts';
import { useIndicatorSheet } from '../lazy-sheet.tsx';
import { INDICATORS_OF } from '../selected-indicators.ts';
import { changeSelected } from '../use-indicators.ts';
import styles from './legend-buttons.module.css';
import { legendTargets } from './legend-targets.ts';

type Named = Pick<LegendItem, 'hidden'> & { name: IndicatorName };

export function LegendButtons({ controller }: { controller: ChartController }) {
  const { t } = useTranslation();
  const [names, setNames] = useState<readonly Named[]>([]);
  const [opened, setOpened] = useState<Named | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const sheet = useIndicatorSheet();
  useLegend(controller, box, setNames);
  const open = (named: Named, button: HTMLElement): void => {
    setOpened(named);
    const { left, bottom } = button.getBoundingClientRect();
    const { current } = menu;
    if (!current) return;
    current.style.left = `${Math.max(0, Math.min(left, window.innerWidth - MENU_PX))}px`;
    current.style.top = `${bottom}px`;
    current.showPopover();
    current.querySelector('button')?.focus();
  };
  const act = (run: (named: Named) => void) => () => {
    menu.current?.hidePopover();
    if (opened) run(opened);
  };
  const pane = opened && paneOf(opened.name);
  return (
    <>
      <div ref={box} className={styles.names}>
        {names.map((named) => (
          <button
            key={named.name}
            type="button"
            className={styles.name}
            aria-haspopup="menu"
            aria-label={t('legend.of', { name: named.name })}
            title={t('legend.of', { name: named.name })}
            onClick={({ currentTarget }) => open(named, currentTarget)}
          />
        ))}
      </div>
      <div
        ref={menu}
        popover="auto"
        role="menu"
        className={styles.menu}
        aria-label={opened?.name ?? ''}
        onKeyDown={stepMenu}
        data-testid="legend-menu"
      >
        <LegendMenuItem onClick={act(({ name, hidden }) => changeSelected(name, hidden ? 'show' : 'hide'))}>
          {t(opened?.hidden ? 'legend.show' : 'legend.hide')}
        </LegendMenuItem>
        <LegendMenuItem onClick={act(({ name }) => pane && sheet.show({ pane, name }))}>
          {t('legend.settings')}
        </LegendMenuItem>
        {opened && !isOfCandles(opened.name) && (
          <LegendMenuItem onClick={act(({ name }) => pane && sheet.show({ pane, name, isExplained: true }))}>
            {t('legend.explain')}
          </LegendMenuItem>
        )}
        <LegendMenuItem onClick={act(({ name }) => changeSelected(name, 'remove'))}>{t('lines.remove')}</LegendMenuItem>
      </div>
      {sheet.sheet}
    </>
  );
}

function LegendMenuItem({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" role="menuitem" onClick={onClick}>
      {children}
    </button>
  );
}

/** Width of the menu, so that it stays on the screen. */
const MENU_PX = 160;

const paneOf = (name: IndicatorName): IndicatorPane => (INDICATORS_OF.main.includes(name) ? 'main' : 'sub');

/** React renders the buttons when the names change; their places are written past it, as values change in width. */
function useLegend(
  controller: ChartController,
  box: RefObject<HTMLElement | null>,
  setNames: (names: readonly Named[]) => void,
): void {
  useEffect(() => {
    let items: readonly LegendItem[] = [];
    let key = '';
    const place = (): void => {
      legendTargets(items).forEach(({ leftPx, topPx, widthPx, heightPx }, at) => {
        const button = box.current?.children[at];
        if (!(button instanceof HTMLElement)) return;
        Object.assign(button.style, {
          left: `${leftPx}px`,
          top: `${topPx}px`,
          width: `${widthPx}px`,
          height: `${heightPx}px`,
        });
      });
    };
    // Buttons that React renders after the event take their places then.
    const rendered = new MutationObserver(place);
    if (box.current) rendered.observe(box.current, { childList: true });
    const stop = controller.onEvent((event) => {
      if (event.kind !== 'legend') return;
      const found = event.items.flatMap((item) => (isIndicatorName(item.name) ? [{ ...item, name: item.name }] : []));
      items = found;
      const now = found.map(({ name, hidden }) => `${name} ${hidden}`).join();
      if (now !== key) setNames(found.map(({ name, hidden }) => ({ name, hidden })));
      key = now;
      place();
    });
    return () => {
      stop();
      rendered.disconnect();
    };
  }, [controller, box, setNames]);
}

/** Arrow keys, Home and End move the focus through the menu. */
function stepMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
