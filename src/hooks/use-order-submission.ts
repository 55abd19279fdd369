// Order submission: confirmation where needed, one idempotency key, recovery of a lost response.
import { useState } from 'react';
import type { ContractOrder } from '../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../core/orders/spot-order.ts';
import type { FormOf } from '../../core/endpoints/endpoints.ts';
import { CODE } from '../../core/errors/errors.ts';
import { call } from '../api/call.ts';
import { submitCall } from '../api/submit-call.ts';
import { pause, submitIdempotent } from '../api/order-submission.ts';
import { vibrate } from '../lib/haptics.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { refreshAssets } from '../stores/account/balances.ts';
import { showToast } from '../stores/ui/toast.ts';
import { errorText } from '../components/common/error-text.ts';
import { type OrderWarning, mustConfirm } from '../components/ticket/order-warnings.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';
import { ORDER_PATHS, recordSent, submissionOf } from './submissions.ts';

type Phase = 'idle' | 'confirming' | 'sending' | 'checking';

export interface OrderSubmission {
  phase: Phase;
  /** Warnings of the order being confirmed. */
  warnings: readonly OrderWarning[];
  /** The order being confirmed would wait in the book. */
  waits: boolean;
  /**
   * Sends, or opens the confirmation when the user wants one or there are warnings. `atOnce`: the order would trade at
   * once.
   */
  submit: (warnings: readonly OrderWarning[], atOnce: boolean) => void;
  confirm: () => void;
  cancel: () => void;
}

interface Orders {
  spot: SpotOrder;
  contract: ContractOrder;
}

export interface OrderSubmissionOptions<K extends keyof Orders> {
  /** Identifies the form and its market: forms of one name send one order at a time. */
  name: string;
  kind: K;
  /** The order as currently typed. */
  form: () => object;
  /** The exchange accepted the order. */
  onAccepted: (order: Orders[K]) => void;
}

export function useOrderSubmission<K extends keyof Orders>({
  name,
  kind,
  form,
  onAccepted,
}: OrderSubmissionOptions<K>): OrderSubmission {
  const { t } = useTranslation();
  const submission = submissionOf(name);
  const underWay = useSignalValue(submission.progress);
  const [confirming, setConfirming] = useState(false);
  const [warnings, setWarnings] = useState<readonly OrderWarning[]>([]);
  const [waits, setWaits] = useState(false);
  const phase = underWay === 'idle' && confirming ? 'confirming' : underWay;

  const send = async (): Promise<void> => {
    if (!submission.begin()) return;
    const body = form();
    const clientNo = submission.key.keyOf(body);
    const paths = ORDER_PATHS[kind];
    setConfirming(false);
    const settle = recordSent(kind, clientNo);
    let isKnown = true;
    try {
      const result = await submitIdempotent(
        (options) => submitCall(paths.add, { ...body, clientNo } as FormOf<typeof paths.add>, options),
        (options) => call(paths.query, { clientNo }, options),
        {
          wait: pause,
          onChecking: () => submission.check(),
        },
      );
      if (result.kind === 'lost') return showToast(t('trade.lost'), 'error');
      // The session ended before the outcome was known: the next one of this user finds it out.
      isKnown = result.kind === 'answered' || (result.kind === 'refused' && result.error.code !== CODE.unsure);
      if (isKnown) submission.key.clear();
      if (result.kind === 'left') return undefined;
      if (result.kind === 'refused') return showToast(errorText(result.error, t), 'error');
      vibrate();
      void refreshAssets();
      onAccepted(result.answer as Orders[K]);
    } finally {
      if (isKnown) settle();
      submission.end();
    }
  };
  return {
    phase,
    warnings,
    waits,
    submit: (found, atOnce) => {
      if (phase !== 'idle') return;
      if (!mustConfirm(found, atOnce)) return void send();
      setWarnings(found);
      setWaits(!atOnce);
      setConfirming(true);
    },
    confirm: () => void send(),
    cancel: () => setConfirming(false),
  };
}

/** Whether an order was sent and its outcome is not known yet. */
export function isSubmitting({ phase }: OrderSubmission): boolean {
  return phase === 'sending' || phase === 'checking';
}
