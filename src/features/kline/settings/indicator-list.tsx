// The indicators of one place, each with its switch; those that are on can be put in another order and edited.
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { type Chosen, type IndicatorPlace, MOST_INDICATORS, lineColors, moved } from '../chosen-indicators.ts';
import { useToggle } from '../use-indicators.ts';
import { Dot } from './color-choice.tsx';
import { type DragOrder, useDragOrder } from './drag-order.ts';
import styles from './settings.module.css';

export interface IndicatorListProps {
  place: IndicatorPlace;
  names: readonly Chosen['name'][];
  chosen: readonly Chosen[];
  onChosen: (chosen: Chosen[]) => void;
  onEdit: (name: Chosen['name']) => void;
}

export function IndicatorList({ place, names, chosen, onChosen, onEdit }: IndicatorListProps) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const move = (from: number, to: number): void => {
    const one = chosen[from];
    if (!one || to < 0 || to >= chosen.length) return;
    onChosen(moved(chosen, from, to));
    setSaid(t('ind.moved', { name: one.name, place: to + 1, count: chosen.length }));
  };
  const order = useDragOrder(chosen.length, move);
  const full = chosen.length >= MOST_INDICATORS;
  const colors = lineColors(chosen, place);
  const off = names.filter((name) => !chosen.some((one) => one.name === name));
  const flip = useToggle(place);
  const toggle = (name: Chosen['name']) => (): void => flip(name);
  return (
    <section>
      <h3 className={styles.label}>{t(`ind.${place}`)}</h3>
      {full && <p className={styles.full}>{t('ind.full', { count: MOST_INDICATORS })}</p>}
      <ul className={styles.list}>
        {chosen.map((one, at) => (
          <ChosenRow
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
        {said}
      </p>
    </section>
  );
}

interface ChosenRowProps {
  one: Chosen;
  at: number;
  colors: readonly number[];
  order: DragOrder;
  onMove: (from: number, to: number) => void;
  onEdit: () => void;
  onToggle: () => void;
}

function ChosenRow({ one, at, colors, order, onMove, onEdit, onToggle }: ChosenRowProps) {
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
        className={styles.grip}
        aria-label={t('ind.move', { name })}
        onKeyDown={step}
        {...order.dragHandle(at)}
      >
        <Icon name="grip" />
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
            <Dot key={line} color={color} />
          ))}
        </span>
      </button>
      <Switch label={t('ind.show', { name: `${name}, ${t(`ind.${name}`)}` })} on onChange={onToggle} />
    </li>
  );
}
