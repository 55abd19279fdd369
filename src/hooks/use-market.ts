// Which market a page shows: the one of its address, else the one chosen last, else the first.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { instruments, markets } from '../stores/market/instruments.ts';
import { stored } from '../stores/device/storage.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';

export interface ChosenMarket {
  /** Undefined while the list is not known, or when the address names a market that does not exist. */
  instrument: Instrument | undefined;
  /** The list of markets is known. */
  known: boolean;
  choose: (coinInfoId: number) => void;
}

/** `item` is where the choice is kept; `accepts` says which market may stand in when nothing was chosen. */
export function useMarket(
  item: 'coinData' | 'tradeCoinData' | 'contractsCoinData',
  path: '/pages/kline/kline' | '/pages/tabbar/trade' | '/pages/tabbar/contracts' | '/pages/secondsContract/index',
  accepts: (instrument: Instrument) => boolean,
): ChosenMarket {
  const search: { coinInfoId?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const byId = useSignalValue(instruments);
  const list = useSignalValue(markets);
  const kept = useSignalValue(stored(item))?.id;
  const named = Number(search.coinInfoId ?? NaN);
  const rememberedMarket = kept === undefined ? undefined : byId.get(kept);
  const instrument = Number.isNaN(named) ? (rememberedMarket ?? list.find(accepts) ?? list[0]) : byId.get(named);
  const id = instrument?.info.pair ? instrument.info.id : undefined;
  useEffect(() => {
    if (id !== undefined && stored(item).peek()?.id !== id) stored(item).value = { id };
  }, [item, id]);
  return {
    instrument: id === undefined ? undefined : instrument,
    known: list.length > 0,
    choose: (coinInfoId) => void navigate({ to: path, search: { coinInfoId }, replace: true }),
  };
}
