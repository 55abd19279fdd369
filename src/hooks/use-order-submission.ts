// Sending an order once: the question before it where there is reason for one, the name it keeps until its fate is
// known, and the search for it when the answer is lost.
import { useState } from 'react';
import type { CallOptions } from '../api/call.ts';
import { Naming, sendOnce } from '../api/order-submission.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { refreshAssets } from '../stores/account/balances.ts';
import { showToast } from '../stores/ui/toast.ts';
import { errorText } from '../components/common/error-text.ts';
import { type Worry, mustConfirm } from '../components/ticket/order-warnings.ts';

type Phase = 'idle' | 'asking' | 'sending' | 'checking';

export interface Sending {
  phase: Phase;
  /** What is unusual about the order that is asked for. */
  worries: readonly Worry[];
  /** Sends, or asks first where the user wants to be asked or something is unusual. */
  submit: (worries: readonly Worry[]) => void;
  confirm: () => void;
  withdraw: () => void;
}

export interface SendingWays<F, T> {
  /** What is sent, as it is typed now. */
  form: () => F;
  add: (form: F & { clientNo: string }, options: CallOptions) => Promise<T>;
  find: (clientNo: string, options: CallOptions) => Promise<T>;
  /** The exchange took it. */
  taken: (answer: T) => void;
}

export function useSending<F extends object, T>({ form, add, find, taken }: SendingWays<F, T>): Sending {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<Phase>('idle');
  const [worries, setWorries] = useState<readonly Worry[]>([]);
  const [naming] = useState(() => new Naming());

  const send = async (): Promise<void> => {
    const body = form();
    const clientNo = naming.of(body);
    setPhase('sending');
    try {
      const fate = await sendOnce<T>(
        (options) => add({ ...body, clientNo }, options),
        (options) => find(clientNo, options),
        {
          wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          onChecking: () => setPhase('checking'),
        },
      );
      if (fate.kind === 'lost') return showToast(t('trade.lost'), 'error');
      naming.done();
      if (fate.kind === 'refused') return showToast(errorText(fate.error, t), 'error');
      void refreshAssets();
      taken(fate.answer);
    } finally {
      setPhase('idle');
    }
  };
  return {
    phase,
    worries,
    submit: (found) => {
      if (phase !== 'idle') return;
      if (!mustConfirm(found)) return void send();
      setWorries(found);
      setPhase('asking');
    },
    confirm: () => void send(),
    withdraw: () => setPhase('idle'),
  };
}

/** Whether an order was sent and its fate is not known yet. */
export function isUnderWay({ phase }: Sending): boolean {
  return phase === 'sending' || phase === 'checking';
}
