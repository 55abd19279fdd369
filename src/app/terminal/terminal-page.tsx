// The trading terminal: chart, order form and the user's orders of one market, from several features.
import { useCallback } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { NoMarket } from '../../components/common/no-market.tsx';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import { OrderResultCard } from '../../components/order-review/order-result-card.tsx';
import { fillTicket } from '../../components/ticket/ticket-commands.ts';
import { TicketOpener } from '../../components/ticket/ticket-slot.ts';
import { BookPane } from '../../features/terminal/book-pane.tsx';
import { Dock } from '../../features/terminal/dock.tsx';
import { MarketStrip } from '../../features/terminal/market-strip.tsx';
import { PaneGrid } from '../../features/terminal/pane-grid.tsx';
import { PaneMenu } from '../../features/terminal/menu/pane-menu.tsx';
import { TerminalCommands } from '../../features/terminal/terminal-commands.tsx';
import { TicketPane } from '../../features/terminal/ticket-pane.tsx';
import { type TerminalMarket, useTerminalMarket } from '../../features/terminal/use-terminal-market.ts';
import { Watchlist } from '../../features/terminal/watchlist.tsx';
import { useTickers } from '../../hooks/use-tickers.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ChartGrid } from './chart-grid.tsx';
import { dockPanel } from './dock-panels.tsx';

export function TerminalPage() {
  const market = useTerminalMarket();
  useTickers();
  if (market.instrument) return <Terminal {...market} instrument={market.instrument} />;
  if (!market.loaded) return <SkeletonRows rows={8} />;
  return <NoMarket />;
}

function Terminal({ instrument, start, select }: TerminalMarket & { instrument: Instrument }) {
  const kind = tradeKindOf(instrument);
  const openTicket = useCallback(
    (side: Side, priceTicks?: number) =>
      fillTicket({ side, ...(priceTicks !== undefined && { level: { priceTicks, lotsTo: null } }) }),
    [],
  );
  return (
    <TicketOpener value={openTicket}>
      <OrderResultCard />
      <TerminalCommands instrument={instrument} onMarket={select} />
      <PaneGrid
        strip={<MarketStrip instrument={instrument} onPick={select} trailing={<PaneMenu />} />}
        chart={<ChartGrid instrument={instrument} />}
        panes={{
          list: <Watchlist instrument={instrument} onPick={select} />,
          book: <BookPane instrument={instrument} />,
          ticket: <TicketPane instrument={instrument} start={start} onPick={select} />,
          dock: (
            <Dock
              initial={kind === 'contract' ? 'positions' : 'orders'}
              hasStatistics={instrument.info.contractEnable === 1}
              render={(panel) => dockPanel(panel, kind, instrument)}
            />
          ),
        }}
      />
    </TicketOpener>
  );
}
