// Opens a demo account behind a button; its code is loaded by the tap.
import { useRef, useState } from 'react';
import { CODE } from '../../core/errors/errors.ts';
import { CallError } from '../api/call.ts';
import { importWithRetry } from '../api/import-with-retry.ts';
import { errorText } from '../components/common/error-text.ts';
import { type Translate, useTranslation } from '../locales/use-translation.ts';
import { showToast } from '../stores/ui/toast.ts';

const loadDemoAccount = importWithRetry(() => import('../stores/account/demo-account.ts'));

/** Time to read two sentences. A text beside the button would move what is below it. */
const REFUSAL_MS = 8000;

export interface DemoStart {
  busy: boolean;
  start: () => void;
}

/** `onOpened` is called in the new session, unless the user has gone to another page meanwhile. */
export function useDemoStart(onOpened: () => void): DemoStart {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  /** Before `busy` disables the button: two taps may come within one frame. */
  const running = useRef(false);
  const open = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    const { pathname } = location;
    setBusy(true);
    try {
      const { openDemoAccount } = await loadDemoAccount().catch(() => Promise.reject(new OfflineError()));
      const opened = await openDemoAccount();
      if (opened === null) return;
      if (location.pathname === pathname) onOpened();
      if (!(await opened.funded)) showToast(t('demo.spotOnly'), 'error');
    } catch (error) {
      showToast(refusalOf(error, t), 'error', REFUSAL_MS);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, start: () => void open() };
}

/** The code of the account could not be loaded. */
class OfflineError extends Error {}

function refusalOf(error: unknown, t: Translate): string {
  if (error instanceof OfflineError) return t('failure.network');
  if (error instanceof CallError && error.code === CODE.captchaWrong) return t('demo.tooMany');
  return error instanceof CallError ? errorText(error, t) : t('demo.none');
}
