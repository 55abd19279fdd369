// The indicators of one pane type with switches; selected ones can be reordered and edited.
import { type KeyboardEvent, useState } from 'react';
import { type IndicatorPane, MAX_INDICATORS } from '../../../../chart/indicators/indicator-looks.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Stroke } from '../../../ui/stroke.tsx';
import { ChartIcon } from '../chart-icons.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { type SelectedIndicator, lineColors, withMoved } from '../selected-indicators.ts';
import { useToggleIndicator } from '../use-indicators.ts';
import { ColorDot } from './color-swatch.tsx';
import { type DragOrder, useDragOrder } from './drag-order.ts';
import { isExplained } from './explained.ts';
import styles from './settings.module.css';

export interface IndicatorListProps {
  pane: IndicatorPane;
  names: readonly SelectedIndicator['name'][];
  chosen: readonly SelectedIndicator[];
  onChosen: (chosen: SelectedIndicator[]) => void;
  onEdit: (name: SelectedIndicator['name']) => void;
  onExplain: (name: SelectedIndicator['name']) => void;
}

export function IndicatorList({ pane, names, chosen, onChosen, onEdit, onExplain }: IndicatorListProps) {
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number): void => {
    const one = chosen[from];
    if (!one || to < 0 || to >= chosen.length) return;
    onChosen(withMoved(chosen, from, to));
    setAnnouncement(t('ind.moved', { name: one.name, place: to + 1, count: chosen.length }));
  };
  const order = useDragOrder(chosen.length, move);
  const full = chosen.length >= MAX_INDICATORS;
  const colors = lineColors(chosen, pane);
  const off = names.filter((name) => !chosen.some((one) => one.name === name));
  const toggleIndicator = useToggleIndicator(pane);
  const toggle = (name: SelectedIndicator['name']) => (): void => toggleIndicator(name);
  return (
    <section>
      <h3 className={styles.label}>{t(`ind.${pane}`)}</h3>
      {full && <p className={styles.full}>{t('kline.indicatorsFull', { count: MAX_INDICATORS })}</p>}
      <ul className={styles.list}>
        {chosen.map((one, at) => (
          <SelectedRow
            key={one.name}
            one={one}
            at={at}
            colors={colors[at] ?? []}
            order={order}
            onMove={move}
            onEdit={() => onEdit(one.name)}
            onToggle={toggle(one.name)}
          />
        ))}
        {off.map((name) => (
          <li key={name} className={styles.row}>
            <button
              type="button"
              className={styles.name}
              disabled={full}
              onClick={toggle(name)}
              tabIndex={-1}
              aria-hidden="true"
            >
              <b>
                <span className="num">{name}</span>
              </b>
              <small>{t(`ind.${name}`)}</small>
            </button>
            {isExplained(name) && <ExplainButton name={name} onExplain={() => onExplain(name)} />}
            <Switch
              label={t('ind.show', { name: `${name}, ${t(`ind.${name}`)}` })}
              on={false}
              disabled={full}
              onChange={toggle(name)}
            />
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

/** Of one that is not selected: the settings of a selected one explain it. */
function ExplainButton({ name, onExplain }: { name: string; onExplain: () => void }) {
  const { t } = useTranslation();
  return (
    <IconButton label={`${t('legend.explain')}: ${name}`} onClick={onExplain}>
      <Stroke path="M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM9.6 9.4a2.5 2.5 0 1 1 3.6 2.3q-1.2.6-1.2 1.8M12 16.6v.1" />
    </IconButton>
  );
}

interface SelectedRowProps {
  one: SelectedIndicator;
  at: number;
  colors: readonly number[];
  order: DragOrder;
  onMove: (from: number, to: number) => void;
  onEdit: () => void;
  onToggle: () => void;
}

function SelectedRow({ one, at, colors, order, onMove, onEdit, onToggle }: SelectedRowProps) {
  const { t } = useTranslation();
  const { name, params } = one;
  const step = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(at, at + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <li className={styles.row} style={order.style(at)}>
      <button
        type="button"
        className={styles.dragHandle}
        aria-label={t('ind.move', { name })}
        onKeyDown={step}
        {...order.dragHandle(at)}
      >
        <ChartIcon name="dragHandle" />
      </button>
      <button
        type="button"
        className={styles.name}
        aria-label={t('ind.edit', { name: `${name}, ${t(`ind.${name}`)}` })}
        onClick={onEdit}
      >
        <b>
          <span className="num">{name}</span>
          {params.length > 0 && <span className={`num ${styles.params}`}>{params.join(', ')}</span>}
        </b>
        <span className={styles.dots} aria-hidden="true">
          {colors.map((color, line) => (
            <ColorDot key={line} color={color} />
          ))}
        </span>
      </button>
      <Switch label={t('ind.show', { name: `${name}, ${t(`ind.${name}`)}` })} on onChange={onToggle} />
    </li>
  );
}
