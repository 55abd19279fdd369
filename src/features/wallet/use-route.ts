// Which coin and chain a page of the wallet is about: chosen here, begun by the address.
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { CoinInfo, CoinNetwork } from '../../../core/instruments/instrument.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { instruments } from '../../stores/market/instruments.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export interface Route {
  /** Coins that come or go by a chain. */
  coins: readonly CoinInfo[];
  coin: CoinInfo | undefined;
  networks: readonly CoinNetwork[];
  network: CoinNetwork | undefined;
  chooseCoin: (coinInfoId: number) => void;
  chooseChain: (chain: string) => void;
}

/** `direction`: whether money comes in or goes out. Suspended chains are listed too, so that a page can say so. */
export function useRoute(direction: 'in' | 'out'): Route {
  const asked: { coinInfoId?: number; chain?: string } = useSearch({ strict: false });
  const all = useSignalValue(instruments);
  const coins = useMemo(
    () =>
      [...all.values()]
        .map(({ info }) => info)
        .filter(
          (info) => (direction === 'in' ? info.rechargeEnable : info.withdrawEnable) === 1 && info.networks.length > 0,
        ),
    [all, direction],
  );
  const [coinInfoId, setCoin] = useState(asked.coinInfoId ?? USDT_ID);
  const [chain, setChain] = useState(asked.chain ?? '');
  const coin = coins.find(({ id }) => id === coinInfoId) ?? coins[0];
  const networks = coin?.networks ?? [];
  return {
    coins,
    coin,
    networks,
    network: networks.find((one) => one.chain === chain) ?? networks[0],
    chooseCoin: setCoin,
    chooseChain: setChain,
  };
}
