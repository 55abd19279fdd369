// Positions, pending contract orders and closed contracts, below the order form.
import { computed } from '@preact/signals-react';
import { memo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { submitCall } from '../../api/submit-call.ts';
import { FailedCard, LoginCard, PagedList } from '../../components/common/async-states.tsx';
import { FreshZone } from '../../components/market/feed-status.tsx';
import layout from '../../components/ticket/trading-layout.module.css';
import { lazySheet } from '../../components/common/lazy-component.tsx';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { LastPress } from '../../lib/double-tap.ts';
import {
  applyContract,
  contractChanges,
  contractsState,
  loadContracts,
  heldContracts,
  profitOf,
  waitingContracts,
} from '../../stores/account/contract-orders.ts';
import { signedMoney } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { ContractRow } from './contract-row.tsx';
import { PositionCard } from './position-card.tsx';
import { closePositionSheet, positionRequest } from './position-request.ts';

/** Loaded with the first action on a position. */
const PositionSheet = lazySheet(
  () => import('./position-sheets.tsx'),
  ({ PositionSheet: part }) => part,
);

type Pane = 'holding' | 'pending' | 'history';
const PATH = '/pages/tabbar/contracts';

export const PositionsPanel = memo(function PositionsPanel() {
  const { t } = useTranslation();
  const [chosen, setPane] = useState<Pane>('holding');
  // The sheet of a position belongs to their list.
  const requested = useSignalValue(positionRequest) !== null;
  const pane = requested ? 'holding' : chosen;
  const loggedIn = useSignalValue(isLoggedIn);
  const held = useSignalValue(heldContracts);
  const waiting = useSignalValue(waitingContracts);
  const choices = [
    { key: 'holding', label: t('contracts.holding', { count: held.length }) },
    { key: 'pending', label: t('contracts.pending', { count: waiting.length }) },
    { key: 'history', label: t('orders.history') },
  ] as const;
  return (
    <section className={layout.orders} id="orders">
      <Tabs choices={choices} value={pane} onChange={setPane} label={t('orders.tabs')} />
      {!loggedIn && <LoginCard title={t('contracts.loginTitle')} back={PATH} />}
      {loggedIn && pane === 'holding' && <Positions />}
      {loggedIn && pane === 'pending' && <PendingContracts />}
      {loggedIn && pane === 'history' && <ClosedContracts />}
    </section>
  );
});

function OpenedPositionSheet() {
  const opened = useSignalValue(positionRequest);
  const order = useSignalValue(heldContracts).find(({ id }) => id === opened?.orderId) ?? null;
  return (
    <PositionSheet
      open={opened !== null}
      action={opened?.action ?? null}
      order={order}
      instrument={order ? instrumentById(order.coinInfoId) : undefined}
      onClose={closePositionSheet}
    />
  );
}

/** An empty list: nothing there, not loaded yet, or failed to load. */
function EmptyList({ title, text }: { title: string; text: string }) {
  const state = useSignalValue(contractsState);
  if (state === 'failed') return <FailedCard failure={null} onRetry={() => void loadContracts()} />;
  return state === 'ready' ? <NoticeCard title={title} text={text} /> : <SkeletonRows rows={2} />;
}

export function Positions() {
  const { t } = useTranslation();
  const list = useSignalValue(heldContracts);
  const [confirming, setConfirming] = useState(false);
  const { busy, keyOf, mutate } = useMutation('close all');
  const closeAll = async (): Promise<void> => {
    setConfirming(false);
    const clientNo = keyOf(list.map(({ id }) => id));
    const answer = await mutate((options) => submitCall('/coin/contract/order/liquidate/all', { clientNo }, options));
    if (answer === null) return;
    const { closed, failed } = answer;
    closed.forEach(applyContract);
    showToast(
      failed[0]?.msg ?? t('contracts.closedAll', { count: closed.length }),
      failed.length > 0 ? 'error' : 'success',
    );
  };
  // A question about positions that are gone does not come back with the next ones.
  if (list.length === 0 && confirming) setConfirming(false);
  if (list.length === 0) return <EmptyList title={t('contracts.noPositions')} text={t('contracts.noPositionsText')} />;
  return (
    <>
      <FreshZone>
        {list.length > 1 && (
          <div className={layout.total}>
            <TotalProfit />
            <Button small kind="ghost" busy={busy} onClick={() => setConfirming(true)} data-testid="close-all">
              {t('contracts.closeAll')}
            </Button>
          </div>
        )}
        <ul>
          {list.map((order) => (
            <PositionCard key={order.id} order={order} />
          ))}
        </ul>
      </FreshZone>
      <OpenedPositionSheet />
      <ConfirmSheet
        open={confirming}
        title={t('contracts.closeAllAsk', { count: list.length })}
        text={t('contracts.closeText')}
        confirmLabel={t('contracts.closeAll')}
        cancelLabel={t('app.cancel')}
        closeLabel={t('app.close')}
        onConfirm={() => void closeAll()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}

/** The profit of all positions together. */
function TotalProfit() {
  const { t } = useTranslation();
  return (
    <dl>
      <dt>{t('contracts.profit')}</dt>
      <dd data-testid="total-profit">
        <LiveText text={totalProfit} tone={totalTone} />
      </dd>
    </dl>
  );
}

const totalUnits = computed(() => profitOf(heldContracts.value));
const totalProfit = computed(() => `${signedMoney(totalUnits.value)} USDT`);
const totalTone = computed(() => Math.sign(Number(totalUnits.value)));

export function PendingContracts() {
  const { t } = useTranslation();
  const list = useSignalValue(waitingContracts);
  const { busy, keyOf, mutate } = useMutation('cancel contracts');
  const [lastPress] = useState(() => new LastPress());
  const cancel = async ({ id }: ContractOrder): Promise<void> => {
    // The next order moves up under the finger.
    if (lastPress.isRecent) return;
    lastPress.note();
    const clientNo = keyOf(['contract', [id]]);
    const answer = await mutate((options) => submitCall('/coin/contract/order/close', { id, clientNo }, options));
    answer?.list.forEach(applyContract);
    if (answer) showToast(t('orders.cancelled'), 'success');
  };
  if (list.length === 0) return <EmptyList title={t('contracts.noPending')} text={t('contracts.noPendingText')} />;
  return (
    <ul>
      {list.map((order) => (
        <ContractRow key={order.id} order={order} busy={busy} onCancel={(each) => void cancel(each)} />
      ))}
    </ul>
  );
}

export function ClosedContracts() {
  const { t } = useTranslation();
  const pages = useInfiniteQuery('/coin/contract/order/list', {}, 'id', useDebounced(useSignalValue(contractChanges)));
  return (
    <PagedList pages={pages} pulls={false} empty={<NoticeCard title={t('orders.emptyHistory')} />}>
      {(list) => (
        <ul>
          {list.map((order) => (
            <ContractRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
