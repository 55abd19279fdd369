// Select for the price step by which the levels of a book are grouped.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { printScaled } from '../../../core/units/units.ts';
import { separate } from '../../stores/market/number-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazySheet } from '../common/lazy-component.tsx';
import styles from './market-cells.module.css';

/** Group sizes in ticks. */
const GROUPS = [1, 10, 100, 1000] as const;

/** Loaded when it is first opened. */
const Sheet = lazySheet(
  () => import('../../ui/overlays/sheet.tsx'),
  ({ Sheet: part }) => part,
);

export interface GroupSelectProps {
  instrument: Instrument;
  /** Ticks in one group. */
  value: number;
  onChange: (groupTicks: number) => void;
}

export function GroupSelect({ instrument, value, onChange }: GroupSelectProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { decimals, step } = instrument.price;
  const shown = (ticks: number): string => separate(printScaled(BigInt(ticks * step), decimals, true));
  return (
    <>
      <button
        type="button"
        className={styles.group}
        aria-label={t('book.group', { step: shown(value) })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="num">{shown(value)}</span>
        <Icon name="down" size={14} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('book.groupTitle')} closeLabel={t('app.close')}>
        <div className={styles.groups} role="group">
          {GROUPS.map((ticks) => (
            <button
              key={ticks}
              type="button"
              className={`num ${styles.groupChoice}`}
              aria-pressed={ticks === value}
              onClick={() => {
                setOpen(false);
                onChange(ticks);
              }}
            >
              {shown(ticks)}
            </button>
          ))}
        </div>
      </Sheet>
    </>
  );
}
