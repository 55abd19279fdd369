// The order form beside a full-screen chart, and what a tapped price of the chart opens.
import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { TicketOpener, TicketSlot, type TicketStart } from '../../components/ticket/ticket-slot.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './kline.module.css';

export interface QuickTrade {
  /** Opens the order form with a side and a price: beside a full-screen chart, or where the page has it. */
  openTicket: (side: Side, priceTicks: PriceTicks) => void;
  /** The button that toggles the order form, and the form; both only in full screen. */
  toggle: ReactNode;
  ticket: ReactNode;
}

/** `full`: the chart fills the window; `alone`: a window of its own, in which the form opens on demand. */
export function useQuickTrade(instrument: Instrument, full: boolean, alone: boolean): QuickTrade {
  const { t } = useTranslation();
  const renderTicket = useContext(TicketSlot);
  const openBelow = useContext(TicketOpener);
  const { id } = instrument.info;
  const [open, setOpen] = useState(() => !alone && matchMedia('(min-width: 40em)').matches);
  const [start, setStart] = useState<(TicketStart & { coinInfoId: number }) | null>(null);
  const trade = (side: Side, priceTicks: PriceTicks): void => {
    if (full) {
      setStart({ coinInfoId: id, side, priceTicks });
      setOpen(true);
    } else openBelow(side, priceTicks);
  };
  return {
    openTicket: trade,
    toggle: full && (
      <IconButton label={t('chart.trade')} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="spot" size={20} />
      </IconButton>
    ),
    ticket: full && open && (
      <aside className={styles.ticket} aria-label={t('chart.trade')}>
        {renderTicket(instrument, start?.coinInfoId === id ? start : null)}
      </aside>
    ),
  };
}
