// The market a page shows: from its address, else the last one selected, else the first that fits.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { instruments, markets } from '../stores/market/instruments.ts';
import { stored } from '../stores/device/storage.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';

export interface SelectedMarket {
  /** Undefined until the list is loaded, or when the address names an unknown market. */
  instrument: Instrument | undefined;
  /** The list of markets is loaded. */
  loaded: boolean;
  select: (coinInfoId: number) => void;
}

/** `item` is the storage key of the selection; `accepts` filters the market used when none was selected. */
export function useMarket(
  item: 'coinData' | 'tradeCoinData' | 'contractsCoinData',
  path: '/pages/kline/kline' | '/pages/tabbar/trade' | '/pages/tabbar/contracts' | '/pages/secondsContract/index',
  accepts: (instrument: Instrument) => boolean,
): SelectedMarket {
  const search: { coinInfoId?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const byId = useSignalValue(instruments);
  const list = useSignalValue(markets);
  const storedId = useSignalValue(stored(item))?.id;
  const addressId = Number(search.coinInfoId ?? NaN);
  const rememberedMarket = storedId === undefined ? undefined : byId.get(storedId);
  const instrument = Number.isNaN(addressId)
    ? (rememberedMarket ?? list.find(accepts) ?? list[0])
    : byId.get(addressId);
  const id = instrument?.info.pair ? instrument.info.id : undefined;
  useEffect(() => {
    if (id !== undefined && stored(item).peek()?.id !== id) stored(item).value = { id };
  }, [item, id]);
  return {
    instrument: id === undefined ? undefined : instrument,
    loaded: list.length > 0,
    select: (coinInfoId) => void navigate({ to: path, search: { coinInfoId }, replace: true }),
  };
}
