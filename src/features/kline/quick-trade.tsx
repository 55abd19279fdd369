// The ticket beside the chart in full screen, and the way from a price on the chart to a ticket.
import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { TicketSlot, type TicketStart } from '../../components/ticket/ticket-slot.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './kline.module.css';
import { useToTicket } from './to-ticket.ts';

export interface QuickTrade {
  /** To a ticket that starts with a side and a price: the one beside the chart, or its page. */
  trade: (side: Side, priceTicks: PriceTicks) => void;
  /** The button that shows and hides the ticket, and the ticket; nothing unless the chart is in full screen. */
  toggle: ReactNode;
  ticket: ReactNode;
}

export function useQuickTrade(instrument: Instrument, full: boolean): QuickTrade {
  const { t } = useTranslation();
  const show = useContext(TicketSlot);
  const toTicket = useToTicket(instrument);
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
    trade,
    toggle: full && (
      <IconButton label={t('chart.trade')} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="spot" size={20} />
      </IconButton>
    ),
    ticket: full && open && (
      <aside className={styles.quick} aria-label={t('chart.trade')}>
        {show(instrument, start?.coinInfoId === id ? start : null)}
      </aside>
    ),
  };
}
