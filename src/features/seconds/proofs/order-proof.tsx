// The proof of one of my orders: fetched, waited for while its minutes are being signed, played again, and checked.
import { useEffect, useMemo } from 'react';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { AnswerBlock } from '../../../components/common/async-states.tsx';
import { useQuery } from '../../../hooks/use-query.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { secondsChanges } from '../../../stores/account/binary-option-orders.ts';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { proofFileOf } from './proof-check.ts';
import { ProofPanel } from './proof-panel.tsx';
import { Replay } from './settlement-replay.tsx';
import { voidText } from '../result-sheet.tsx';

const ASK_EVERY_MS = 5_000;

export function OrderProof({ orderNum }: { orderNum: string }) {
  const changes = useSignalValue(secondsChanges);
  const asked = useQuery('/qt/contract/order/list', { orderNum }, changes);
  const order = asked.answer?.list[0];
  const { refetch } = asked;
  const waits = order !== undefined && !order.proof && !neverProven(order);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(refetch, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [waits, refetch]);
  return (
    <AnswerBlock asked={asked} rows={6}>
      {({ list }) => (list[0] ? <Proven order={list[0]} /> : null)}
    </AnswerBlock>
  );
}

/** No tick came that could be its strike: there is nothing to prove but silence. */
function neverProven({ result, strikePrice }: SecondsOrder): boolean {
  return result === 'void' && strikePrice === '';
}

function Proven({ order }: { order: SecondsOrder }) {
  const { t } = useTranslation();
  const file = useMemo(() => proofFileOf(order), [order]);
  if (file)
    return (
      <>
        <Replay file={file} />
        <ProofPanel file={file} />
      </>
    );
  if (neverProven(order)) return <NoticeCard title={t('proof.none')} text={voidText(order, t)} />;
  return (
    <NoticeCard title={t('proof.waits')} text={t(order.result === '' ? 'proof.waitsRunning' : 'proof.waitsSigning')} />
  );
}
