// One money-moving action behind a button: sent once, its outcome queried when the response is lost.
import { vibrate } from '../lib/haptics.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { CODE } from '../../core/errors/errors.ts';
import type { CallOptions } from '../api/call.ts';
import { pause, submitIdempotent } from '../api/order-submission.ts';
import { refreshAssets } from '../stores/account/balances.ts';
import { showToast } from '../stores/ui/toast.ts';
import { errorText } from '../components/common/error-text.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';
import { submissionOf } from './submissions.ts';

export interface Mutation {
  busy: boolean;
  /** Idempotency key of a body; the same body keeps it until its outcome is known. */
  keyOf: (body: unknown) => string;
  /**
   * Sends; repeats with the same key while there is no response. Resolves to null after a refusal or a lost request,
   * of which the user has been shown a toast, after the end of its session, and while an earlier one is under way.
   */
  mutate: <T>(send: (options: CallOptions) => Promise<T>) => Promise<T | null>;
}

/** `name` identifies the action and what it is done to: it is done by one form at a time. */
export function useMutation(name: string): Mutation {
  const { t } = useTranslation();
  const submission = submissionOf(name);
  const mutate = async <T>(send: (options: CallOptions) => Promise<T>): Promise<T | null> => {
    if (!submission.begin()) return null;
    try {
      const result = await submitIdempotent(send, null, {
        wait: pause,
        onChecking: () => showToast(t('app.checking'), 'info'),
      });
      if (result.kind === 'lost') {
        showToast(t('app.lost'), 'error');
        return null;
      }
      // Where the session ended before the outcome was known, the same body sent again is answered by it.
      if (result.kind !== 'refused' || result.error.code !== CODE.unsure) submission.key.clear();
      if (result.kind === 'left') return null;
      if (result.kind === 'refused') {
        showToast(errorText(result.error, t), 'error');
        return null;
      }
      vibrate();
      void refreshAssets();
      return result.answer;
    } finally {
      submission.end();
    }
  };
  const busy = useSignalValue(submission.progress) !== 'idle';
  return { busy, keyOf: (body) => submission.key.keyOf(body), mutate };
}
