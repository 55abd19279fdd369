// Field for a code sent by mail, with a send button, a countdown, and the code itself in demo mode.
// Its texts are in the namespace `account`.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { retryAfterS } from '../../api/read.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { SixDigitsField } from '../../ui/fields/six-digits-field.tsx';
import { errorText } from '../common/error-text.ts';
import styles from '../market/market-cells.module.css';

/** Seconds until the next code may be sent, and the code itself where a demo exchange has no mail. */
export interface CodeSent {
  interval: number;
  demoCode?: string | undefined;
}

export interface MailCodeFieldProps {
  /** Address the code is sent to, as shown to the user. */
  email: string;
  /** Requests a code; null when that is not possible yet (the caller then shows why). */
  send: () => Promise<CodeSent | null>;
  value: string;
  onValue: (code: string) => void;
  error?: string | undefined;
}

export function MailCodeField({ email, send, value, onValue, error }: MailCodeFieldProps) {
  const { t } = useTranslation();
  const [waitSeconds, setWaitSeconds] = useState(0);
  const endMs = useRef(0);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (waitSeconds <= 0) return undefined;
    const timer = setTimeout(
      // The timers of a page rest while its user reads the mail.
      () => setWaitSeconds(Math.min(waitSeconds - 1, Math.ceil((endMs.current - Date.now()) / 1000))),
      1000,
    );
    return () => clearTimeout(timer);
  }, [waitSeconds]);
  const waitFor = (seconds: number): void => {
    endMs.current = Date.now() + seconds * 1000;
    setWaitSeconds(seconds);
  };
  const requestCode = async (): Promise<void> => {
    setBusy(true);
    try {
      const sent = await send();
      if (sent === null) return;
      waitFor(sent.interval);
      setNote(
        sent.demoCode === undefined ? t('auth.codeSent', { email }) : t('auth.demoCode', { code: sent.demoCode }),
      );
      if (sent.demoCode !== undefined) onValue(sent.demoCode);
    } catch (failure) {
      waitFor(Math.ceil(retryAfterS(failure)) || 0);
      showToast(errorText(failure, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <SixDigitsField
        label={t('auth.code')}
        value={value}
        onValue={onValue}
        error={error}
        testId="code"
        trailing={
          <Button
            kind="ghost"
            small
            busy={busy}
            disabled={waitSeconds > 0}
            onClick={() => void requestCode()}
            data-testid="send-code"
          >
            {waitSeconds > 0 ? t('auth.sendAgain', { seconds: waitSeconds }) : t('auth.sendCode')}
          </Button>
        }
      />
      {note && (
        <p className={`warned ${styles.note}`} role="status" data-testid="code-note">
          {note}
        </p>
      )}
    </div>
  );
}
