// The proof of one of the user's orders: polled until it is signed, replayed and verified.
import { useEffect, useMemo } from 'react';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { QueryBlock } from '../../../components/common/async-states.tsx';
import { useQuery } from '../../../hooks/use-query.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { secondsChanges } from '../../../stores/account/binary-option-orders.ts';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { voidText } from '../result-sheet.tsx';
import { proofFileOf } from './proof-check.ts';
import { ProofPanel } from './proof-panel.tsx';
import { SettlementReplay } from './settlement-replay.tsx';

const POLL_INTERVAL_MS = 5_000;

export function OrderProof({ orderNum }: { orderNum: string }) {
  const { t } = useTranslation();
  const changes = useSignalValue(secondsChanges);
  const query = useQuery('/qt/contract/order/list', { orderNum }, changes);
  const order = query.answer?.list[0];
  const { refetch } = query;
  const isPending = order !== undefined && !order.proof && !hasNoProof(order);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(refetch, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPending, refetch]);
  return (
    <QueryBlock query={query} rows={6} missing={<NoticeCard title={t('app.notFound')} />}>
      {({ list }) => (list[0] ? <OrderProofResult order={list[0]} /> : null)}
    </QueryBlock>
  );
}

/** True for an order voided before a strike price: it has no proof. */
function hasNoProof({ result, strikePrice }: SecondsOrder): boolean {
  return result === 'void' && strikePrice === '';
}

function OrderProofResult({ order }: { order: SecondsOrder }) {
  const { t } = useTranslation();
  const file = useMemo(() => proofFileOf(order), [order]);
  if (file)
    return (
      <>
        <SettlementReplay file={file} />
        <ProofPanel file={file} />
      </>
    );
  if (hasNoProof(order)) return <NoticeCard title={t('proof.none')} text={voidText(order, t)} />;
  return (
    <NoticeCard title={t('proof.waits')} text={t(order.result === '' ? 'proof.waitsRunning' : 'proof.waitsSigning')} />
  );
}
