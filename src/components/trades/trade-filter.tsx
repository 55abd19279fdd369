// Head of the column of amounts, which opens the choice of how much a shown trade is worth at least.
import { useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { lazySheet } from '../common/lazy-component.tsx';
import styles from '../market/market-cells.module.css';
import { baseSymbol, quoteSymbol } from '../market/pair-symbols.ts';

/** How the choices are written, by quote units as stored. */
const CHOICES = { '0': '', '100': '100', '1000': '1K', '10000': '10K', '100000': '100K' } as const;
type Choice = keyof typeof CHOICES;
const choice = stored('fxproTradesFrom');

/** Loaded when it is first opened. */
const Sheet = lazySheet(
  () => import('../../ui/overlays/sheet.tsx'),
  ({ Sheet: part }) => part,
);

/** What shown trades are worth at least, in quote units; 0: all are shown. */
export function useLeastWorth(): number {
  return Number(useSignalValue(choice));
}

/** `short`: without the coin, where something beside the list names it. */
export function TradeFilter({ instrument, short }: { instrument: Instrument; short: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const value = useSignalValue(choice);
  const amount = t('book.amount', { coin: baseSymbol(instrument.info) });
  const least = (worth: Choice): string =>
    worth === '0' ? t('tape.all') : `≥ ${CHOICES[worth]} ${quoteSymbol(instrument.info)}`;
  const shown = value === '0' ? amount : least(value);
  return (
    <>
      <button
        type="button"
        aria-label={`${amount}, ${t('tape.filter')}: ${least(value)}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>{short ? (value === '0' ? t('trade.amount') : `≥ ${CHOICES[value]}`) : shown}</span>
        <Icon name="down" size={12} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('tape.filter')} closeLabel={t('app.close')}>
        <div className={styles.groups} role="group">
          {(Object.keys(CHOICES) as Choice[]).map((worth) => (
            <button
              key={worth}
              type="button"
              className={`num ${styles.groupChoice}`}
              aria-pressed={worth === value}
              onClick={() => {
                setOpen(false);
                choice.value = worth;
              }}
            >
              {least(worth)}
            </button>
          ))}
        </div>
      </Sheet>
    </>
  );
}
