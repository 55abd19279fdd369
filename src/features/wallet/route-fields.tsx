// Coin and network fields of deposits, withdrawals and addresses.
import { useTranslation } from '../../locales/use-translation.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { FundRoute } from './use-fund-route.ts';

export function RouteFields({ route }: { route: FundRoute }) {
  const { t } = useTranslation();
  const { coins, coin, networks, network, chooseCoin, chooseChain } = route;
  return (
    <>
      <SelectField
        label={t('wallet.coin')}
        value={coin ? String(coin.id) : ''}
        onValue={(id) => chooseCoin(Number(id))}
        choices={coins.map(({ id, symbol, name }) => ({ key: String(id), label: `${symbol} · ${name}` }))}
        testId="coin"
      />
      {network && (
        <SelectField
          label={t('wallet.network')}
          value={network.chain}
          onValue={chooseChain}
          choices={networks.map(({ chain, name, enable }) => ({
            key: chain,
            label: enable === 0 ? `${name} · ${t('wallet.suspended')}` : name,
          }))}
          testId="network"
        />
      )}
    </>
  );
}
