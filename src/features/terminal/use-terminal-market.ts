// The market of the terminal: from the path, the query, or the last one of the route.
import { computed } from '@preact/signals-react';
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import type { TicketStart } from '../../components/ticket/ticket-slot.ts';
import { instruments, instrumentsListed, markets } from '../../stores/market/instruments.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { bySymbol, marketSymbol } from './market-symbol.ts';

export interface TerminalMarket {
  /** Undefined until the list is loaded, or when the address names an unknown market. */
  instrument: Instrument | undefined;
  /** As of `SelectedMarket`. */
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

/** The market that a query names, else the last one of the route, else the first that fits. Read within a signal. */
function marketOf(item: ReturnType<typeof storedItem>, coinInfoId: unknown): Instrument | undefined {
  const byId = instruments.value;
  if (coinInfoId !== undefined) return byId.get(Number(coinInfoId));
  const lastId = stored(item).value?.id;
  const last = lastId === undefined ? undefined : byId.get(lastId);
  // Binary options write the key of contracts too.
  const fits = ({ info }: Instrument): boolean => item !== 'contractsCoinData' || info.contractEnable === 1;
  return last && fits(last) ? last : markets.value.find(fits);
}

export function useTerminalMarket(): TerminalMarket {
  const { symbol }: { symbol?: string } = useParams({ strict: false });
  const search: { coinInfoId?: unknown; side?: unknown; priceTicks?: unknown; total?: unknown } = useSearch({
    strict: false,
  });
  const item = useRouterState({ select: (state) => storedItem(state.location.pathname) });
  const navigate = useNavigate();
  const { coinInfoId } = search;
  // Renders again, in slices, when another market is shown, not when the one shown is stored.
  const market = useMemo(
    () => computed(() => (symbol === undefined ? marketOf(item, coinInfoId) : bySymbol(markets.value, symbol))),
    [item, symbol, coinInfoId],
  );
  const instrument = useDeferredValue(useSignalValue(market));
  const loaded = useDeferredValue(useSignalValue(instrumentsListed));
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
    loaded,
    start:
      (side === 'buy' || side === 'sell') && (isPositive(priceTicks) || isPositive(total))
        ? { side, ...(isPositive(priceTicks) && { priceTicks }), ...(isPositive(total) && { total }) }
        : null,
    select: (next) =>
      void navigate({ to: '/trade/$symbol', params: { symbol: marketSymbol(next.info) }, replace: true }),
  };
}
