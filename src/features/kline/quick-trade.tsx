// The order form beside a full-screen chart, and navigation from a chart price to an order form.
import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { TicketSlot, type TicketStart } from '../../components/ticket/ticket-slot.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './kline.module.css';
import { useOpenTicket } from './use-open-ticket.ts';

export interface QuickTrade {
  /** Opens an order form with a side and a price: the one beside the chart, or its page. */
  openTicket: (side: Side, priceTicks: PriceTicks) => void;
  /** The button that toggles the order form, and the form; both only in full screen. */
  toggle: ReactNode;
  ticket: ReactNode;
}

export function useQuickTrade(instrument: Instrument, full: boolean): QuickTrade {
  const { t } = useTranslation();
  const renderTicket = useContext(TicketSlot);
  const toTicket = useOpenTicket(instrument);
  const { id } = instrument.info;
  const [open, setOpen] = useState(() => matchMedia('(min-width: 640px)').matches);
  const [start, setStart] = useState<(TicketStart & { coinInfoId: number }) | null>(null);
  const trade = (side: Side, priceTicks: PriceTicks): void => {
    if (full) {
      setStart({ coinInfoId: id, side, priceTicks });
      setOpen(true);
    } else toTicket(side, priceTicks);
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
