// The market a page shows: from its address, else the last one selected, else the first that fits.
import { computed } from '@preact/signals-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { instruments, instrumentsListed, markets } from '../stores/market/instruments.ts';
import { stored } from '../stores/device/storage.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';

export interface SelectedMarket {
  /** Undefined until the list is loaded, or when the address names an unknown market. */
  instrument: Instrument | undefined;
  /** The exchange's list of markets is here: a market that is not in it does not exist. */
  loaded: boolean;
  select: (coinInfoId: number) => void;
}

/**
 * `item` is the storage key of the selection, which other pages write too; `accepts` filters it, and the market used
 * when there is none, and must keep its identity. The component renders again when another market is shown, not when
 * the one shown is stored.
 */
export function useMarket(
  item: 'coinData' | 'tradeCoinData' | 'contractsCoinData',
  path: '/pages/kline/kline' | '/pages/tabbar/trade' | '/pages/tabbar/contracts' | '/pages/secondsContract/index',
  accepts: (instrument: Instrument) => boolean,
): SelectedMarket {
  const search: { coinInfoId?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const addressId = Number(search.coinInfoId ?? NaN);
  const shown = useMemo(
    () =>
      computed(() => {
        const byId = instruments.value;
        if (!Number.isNaN(addressId)) return byId.get(addressId);
        const storedId = stored(item).value?.id;
        const remembered = storedId === undefined ? undefined : byId.get(storedId);
        if (remembered && accepts(remembered)) return remembered;
        return markets.value.find(accepts) ?? markets.value[0];
      }),
    [item, addressId, accepts],
  );
  // A page of a market is rendered in slices, also when the list of markets comes after its placeholder.
  const instrument = useDeferredValue(useSignalValue(shown));
  const loaded = useDeferredValue(useSignalValue(instrumentsListed));
  const id = instrument?.info.pair ? instrument.info.id : undefined;
  useEffect(() => {
    if (id !== undefined && stored(item).peek()?.id !== id) stored(item).value = { id };
  }, [item, id]);
  return {
    instrument: id === undefined ? undefined : instrument,
    loaded,
    select: (coinInfoId) => void navigate({ to: path, search: { coinInfoId }, replace: true }),
  };
}
