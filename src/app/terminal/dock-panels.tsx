// The panels of the terminal's dock, each loaded when it is first opened.
import { type ReactNode, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import type { DockPanel } from '../../features/terminal/dock.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { waitingContracts } from '../../stores/account/contract-orders.ts';
import { openOrders } from '../../stores/account/spot-orders.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

type Kind = 'spot' | 'contract';

const placeholder = <SkeletonRows rows={2} />;
const importSpot = () => import('../../features/trade/spot-orders-panel.tsx');
const importContracts = () => import('../../features/contracts/positions-panel.tsx');
const importStatistics = () => import('../../features/contracts/contract-statistics.tsx');
const importCoins = () => import('../../features/assets/assets-page.tsx');
const importAlerts = () => import('../../features/alert/alert-page.tsx');
const Positions = lazyBlock(importContracts, ({ Positions: part }) => part, placeholder);
const Pending = lazyBlock(importContracts, ({ PendingContracts: part }) => part, placeholder);
const Closed = lazyBlock(importContracts, ({ ClosedContracts: part }) => part, placeholder);
const Open = lazyBlock(importSpot, ({ OpenOrders: part }) => part, placeholder);
const Done = lazyBlock(importSpot, ({ OrderHistory: part }) => part, placeholder);
const Coins = lazyBlock(importCoins, ({ CoinList: part }) => part, placeholder);
const Statistics = lazyBlock(importStatistics, ({ ContractStatistics: part }) => part, placeholder, {
  texts: ['contracts', 'status'],
});
const Alerts = lazyBlock(importAlerts, ({ Alerts: part }) => part, placeholder);

export function dockPanel(panel: DockPanel, kind: Kind, { info }: Instrument): ReactNode {
  if (panel === 'alerts') return <Alerts />;
  if (panel === 'statistics') return <Statistics key={info.id} coinInfoId={info.id} symbol={info.symbol} />;
  return (
    <Private>
      {panel === 'positions' && <Positions />}
      {panel === 'orders' && <Orders kind={kind} />}
      {panel === 'history' && <History key={kind} kind={kind} />}
      {panel === 'assets' && <Coins />}
    </Private>
  );
}

function Private({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const back = `${window.location.pathname}${window.location.search}`;
  return loggedIn ? children : <LoginCard title={t('orders.loginTitle')} back={back} />;
}

/** Both kinds of orders; of none, the list of the market's own kind. */
function Orders({ kind }: { kind: Kind }) {
  const spot = useSignalValue(openOrders).length > 0;
  const contracts = useSignalValue(waitingContracts).length > 0;
  return (
    <>
      {(spot || (!contracts && kind === 'spot')) && <Open />}
      {(contracts || (!spot && kind === 'contract')) && <Pending />}
    </>
  );
}

function History({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(kind);
  return (
    <>
      <Segmented
        label={t('terminal.market')}
        value={chosen}
        onChange={setChosen}
        choices={[
          { key: 'spot', label: t('area.spot') },
          { key: 'contract', label: t('area.contract') },
        ]}
      />
      {chosen === 'spot' ? <Done /> : <Closed />}
    </>
  );
}
