// Coin and network of a deposit, a withdrawal or an address.
import { useTranslation } from '../../locales/use-translation.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { Route } from './use-route.ts';

export function RouteFields({ route }: { route: Route }) {
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
