// The market of the terminal: from the path, the query, or the last one of the route.
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { bySymbol, marketSymbol } from './market-symbol.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import type { TicketStart } from '../../components/ticket/ticket-slot.ts';
import { instruments, markets } from '../../stores/market/instruments.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export interface TerminalMarket {
  /** Undefined until the list is loaded, or when the address names an unknown market. */
  instrument: Instrument | undefined;
  /** The list of markets is loaded. */
  loaded: boolean;
  /** Side, and price or size, that the address asks for. */
  start: TicketStart | null;
  select: (instrument: Instrument) => void;
}

/** Stored selection of each route that shows the terminal; the chart's is that of `/trade/...` too. */
function storedItem(path: string): 'coinData' | 'tradeCoinData' | 'contractsCoinData' {
  if (path.startsWith('/pages/tabbar/contracts')) return 'contractsCoinData';
  return path.startsWith('/pages/tabbar/trade') ? 'tradeCoinData' : 'coinData';
}

export function useTerminalMarket(): TerminalMarket {
  const { symbol }: { symbol?: string } = useParams({ strict: false });
  const search: { coinInfoId?: unknown; side?: unknown; priceTicks?: unknown; total?: unknown } = useSearch({
    strict: false,
  });
  const item = useRouterState({ select: (state) => storedItem(state.location.pathname) });
  const navigate = useNavigate();
  const byId = useSignalValue(instruments);
  const list = useSignalValue(markets);
  const lastId = useSignalValue(stored(item))?.id;
  const accepts = (instrument: Instrument): boolean =>
    item !== 'contractsCoinData' || instrument.info.contractEnable === 1;
  const named = symbol === undefined ? byId.get(Number(search.coinInfoId)) : bySymbol(list, symbol);
  const isNamed = symbol !== undefined || search.coinInfoId !== undefined;
  const instrument = isNamed ? named : ((lastId === undefined ? undefined : byId.get(lastId)) ?? list.find(accepts));
  const shown = instrument?.info.pair ? instrument : undefined;
  useEffect(() => {
    if (!shown) return;
    const { id } = shown.info;
    const ofKind = tradeKindOf(shown) === 'contract' ? 'contractsCoinData' : 'tradeCoinData';
    for (const each of [item, 'coinData', ofKind] as const)
      if (stored(each).peek()?.id !== id) stored(each).value = { id };
  }, [item, shown]);
  const { side, priceTicks, total } = search;
  const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;
  return {
    instrument: shown,
    loaded: list.length > 0,
    start:
      (side === 'buy' || side === 'sell') && (isPositive(priceTicks) || isPositive(total))
        ? { side, ...(isPositive(priceTicks) && { priceTicks }), ...(isPositive(total) && { total }) }
        : null,
    select: (next) =>
      void navigate({ to: '/trade/$symbol', params: { symbol: marketSymbol(next.info) }, replace: true }),
  };
}
