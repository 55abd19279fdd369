// One money-moving action behind a button: sent once, its outcome queried when the response is lost.
import { useState } from 'react';
import { vibrate } from '../lib/haptics.ts';
import { useTranslation } from '../locales/use-translation.ts';
import type { CallOptions } from '../api/call.ts';
import { IdempotencyKey, submitIdempotent } from '../api/order-submission.ts';
import { refreshAssets } from '../stores/account/balances.ts';
import { showToast } from '../stores/ui/toast.ts';
import { errorText } from '../components/common/error-text.ts';

export interface Mutation {
  busy: boolean;
  /** Idempotency key of a body; the same body keeps it until its outcome is known. */
  keyOf: (body: unknown) => string;
  /**
   * Sends; repeats with the same key while there is no response. Resolves to null after a refusal or a lost request;
   * the user has then been shown a toast.
   */
  mutate: <T>(send: (options: CallOptions) => Promise<T>) => Promise<T | null>;
}

/** `shared`: the key of what others send as well; absent: one of its own. */
export function useMutation(shared?: IdempotencyKey): Mutation {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [idempotencyKey] = useState(() => shared ?? new IdempotencyKey());
  const mutate = async <T>(send: (options: CallOptions) => Promise<T>): Promise<T | null> => {
    setBusy(true);
    try {
      const result = await submitIdempotent(send, null, {
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onChecking: () => showToast(t('app.checking'), 'info'),
      });
      if (result.kind === 'lost') {
        showToast(t('app.lost'), 'error');
        return null;
      }
      idempotencyKey.clear();
      if (result.kind === 'refused') {
        showToast(errorText(result.error, t), 'error');
        return null;
      }
      vibrate();
      void refreshAssets();
      return result.answer;
    } finally {
      setBusy(false);
    }
  };
  return { busy, keyOf: (body) => idempotencyKey.keyOf(body), mutate };
}
