// Market picker: the symbol in a page's header opens a searchable list of all markets.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazySheet } from '../common/lazy-component.tsx';
import styles from './market-cells.module.css';
import type { MarketSheetProps } from './picker/market-sheet.tsx';

/** Loaded when it is first opened. */
const LazySheet = lazySheet(
  () => import('./picker/market-sheet.tsx'),
  ({ MarketSheet }) => MarketSheet,
);

export interface MarketPickerProps extends Pick<MarketSheetProps, 'onPick' | 'accepts'> {
  instrument: Instrument;
}

/** The sheet is a portal in the body: the symbol is inside the page's heading, where a dialog is not allowed. */
export function MarketPicker({ instrument, onPick, accepts }: MarketPickerProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { pair } = instrument.info;
  return (
    <>
      <button
        type="button"
        className={styles.symbol}
        aria-label={t('pick.open', { pair })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="num">{pair}</span>
        <Icon name="down" size={18} />
      </button>
      {createPortal(
        <LazySheet
          open={open}
          onClose={() => setOpen(false)}
          current={instrument.info.id}
          accepts={accepts}
          onPick={(coinInfoId) => {
            setOpen(false);
            onPick(coinInfoId);
          }}
        />,
        document.body,
      )}
    </>
  );
}
