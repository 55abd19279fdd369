// Sending an order once: the question before it where there is reason for one, the name it keeps until its fate is
// known, and the search for it when the answer is lost.
import { useState } from 'react';
import type { CallOptions } from '../api/call.ts';
import { IdempotencyKey, submitIdempotent } from '../api/order-submission.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { refreshAssets } from '../stores/account/balances.ts';
import { showToast } from '../stores/ui/toast.ts';
import { errorText } from '../components/common/error-text.ts';
import { type OrderWarning, mustConfirm } from '../components/ticket/order-warnings.ts';

type Phase = 'idle' | 'asking' | 'sending' | 'checking';

export interface OrderSubmission {
  phase: Phase;
  /** What is unusual about the order that is asked for. */
  warnings: readonly OrderWarning[];
  /** Sends, or asks first where the user wants to be asked or something is unusual. */
  submit: (warnings: readonly OrderWarning[]) => void;
  confirm: () => void;
  withdraw: () => void;
}

export interface OrderSubmissionOptions<F, T> {
  /** What is sent, as it is typed now. */
  form: () => F;
  add: (form: F & { clientNo: string }, options: CallOptions) => Promise<T>;
  find: (clientNo: string, options: CallOptions) => Promise<T>;
  /** The exchange took it. */
  onAccepted: (answer: T) => void;
}

export function useOrderSubmission<F extends object, T>({
  form,
  add,
  find,
  onAccepted,
}: OrderSubmissionOptions<F, T>): OrderSubmission {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<Phase>('idle');
  const [warnings, setWarnings] = useState<readonly OrderWarning[]>([]);
  const [idempotencyKey] = useState(() => new IdempotencyKey());

  const send = async (): Promise<void> => {
    const body = form();
    const clientNo = idempotencyKey.keyOf(body);
    setPhase('sending');
    try {
      const result = await submitIdempotent<T>(
        (options) => add({ ...body, clientNo }, options),
        (options) => find(clientNo, options),
        {
          wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          onChecking: () => setPhase('checking'),
        },
      );
      if (result.kind === 'lost') return showToast(t('trade.lost'), 'error');
      idempotencyKey.clear();
      if (result.kind === 'refused') return showToast(errorText(result.error, t), 'error');
      void refreshAssets();
      onAccepted(result.answer);
    } finally {
      setPhase('idle');
    }
  };
  return {
    phase,
    warnings,
    submit: (found) => {
      if (phase !== 'idle') return;
      if (!mustConfirm(found)) return void send();
      setWarnings(found);
      setPhase('asking');
    },
    confirm: () => void send(),
    withdraw: () => setPhase('idle'),
  };
}

/** Whether an order was sent and its fate is not known yet. */
export function isSubmitting({ phase }: OrderSubmission): boolean {
  return phase === 'sending' || phase === 'checking';
}
