// One act that moves money, from a button: sent once, looked for when its answer is lost, and its fate said.
import { useState } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import type { CallOptions } from '../api/call.ts';
import { Naming, sendOnce } from '../api/order-submission.ts';
import { refreshAssets } from '../stores/account/balances.ts';
import { showToast } from '../stores/ui/toast.ts';
import { errorText } from '../components/common/error-text.ts';

export interface Act {
  busy: boolean;
  /** A name for what is sent: the same body keeps it until its fate is known. */
  nameOf: (body: unknown) => string;
  /**
   * Sends; null when it was refused or is lost, which has then been said. The same name is sent again while no answer
   * comes.
   */
  act: <T>(send: (options: CallOptions) => Promise<T>) => Promise<T | null>;
}

export function useAct(): Act {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [naming] = useState(() => new Naming());
  const act = async <T>(send: (options: CallOptions) => Promise<T>): Promise<T | null> => {
    setBusy(true);
    try {
      const fate = await sendOnce(send, null, {
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onChecking: () => showToast(t('app.checking'), 'info'),
      });
      if (fate.kind === 'lost') {
        showToast(t('app.lost'), 'error');
        return null;
      }
      naming.done();
      if (fate.kind === 'refused') {
        showToast(errorText(fate.error, t), 'error');
        return null;
      }
      void refreshAssets();
      return fate.answer;
    } finally {
      setBusy(false);
    }
  };
  return { busy, nameOf: (body) => naming.of(body), act };
}
