// Coin and network of a wallet page, initialised from its query.
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { CoinInfo, CoinNetwork } from '../../../core/instruments/instrument.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { instruments } from '../../stores/market/instruments.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export interface FundRoute {
  /** Coins that can be deposited or withdrawn. */
  coins: readonly CoinInfo[];
  coin: CoinInfo | undefined;
  networks: readonly CoinNetwork[];
  network: CoinNetwork | undefined;
  chooseCoin: (coinInfoId: number) => void;
  chooseChain: (chain: string) => void;
}

/** `direction`: deposit or withdrawal. Suspended networks are included, so that the page can name them. */
export function useFundRoute(direction: 'in' | 'out'): FundRoute {
  const fromQuery: { coinInfoId?: number; chain?: string } = useSearch({ strict: false });
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
  const [coinInfoId, setCoin] = useState(fromQuery.coinInfoId ?? USDT_ID);
  const [chain, setChain] = useState(fromQuery.chain ?? '');
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
