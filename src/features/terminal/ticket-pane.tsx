// The order form of the market, with a switch to its spot or perpetual sibling.
import { useContext } from 'react';
import { type Instrument, marketTypeOf } from '../../../core/instruments/instrument.ts';
import { closedText } from '../../components/market/closed-market.ts';
import { DelistingNotice } from '../../components/market/delisting-notice.tsx';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import { TicketSlot, type TicketStart } from '../../components/ticket/ticket-slot.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { markets } from '../../stores/market/instruments.ts';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

/** The spot market and the perpetual of one pair of coins. */
function siblings(list: readonly Instrument[], { info }: Instrument): readonly Instrument[] {
  return list.filter(
    (each) => baseSymbol(each.info) === baseSymbol(info) && quoteSymbol(each.info) === quoteSymbol(info),
  );
}

export interface TicketPaneProps {
  instrument: Instrument;
  start: TicketStart | null;
  onPick: (instrument: Instrument) => void;
}

export function TicketPane({ instrument, start, onPick }: TicketPaneProps) {
  const { t } = useTranslation();
  const renderTicket = useContext(TicketSlot);
  const closed = useClosedMarket(instrument, tradeKindOf(instrument));
  const list = siblings(useSignalValue(markets), instrument);
  return (
    <>
      {list.length > 1 && (
        <Segmented
          label={t('terminal.market')}
          value={String(instrument.info.id)}
          onChange={(id) => {
            const picked = list.find(({ info }) => String(info.id) === id);
            if (picked) onPick(picked);
          }}
          choices={list.map(({ info }) => ({ key: String(info.id), label: t(`area.${marketTypeOf(info)}`) }))}
        />
      )}
      <DelistingNotice info={instrument.info} />
      {closed && closed.why !== 'over' && (
        <p className="warned" role="note">
          {closedText(closed, t)}
        </p>
      )}
      {renderTicket(instrument, start)}
    </>
  );
}
