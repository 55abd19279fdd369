// Card that turns push notifications of this device on and off, with help where they are blocked.
// Its texts are in the namespace `alert`.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { pushKey } from '../../stores/account/alerts.ts';
import { type PushState, knownPushState, pushState, subscribePush, unsubscribePush } from '../../stores/device/push.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { errorText } from '../common/error-text.ts';

export function PushCard() {
  const { t } = useTranslation();
  const key = useSignalValue(pushKey);
  const [known, setState] = useState<PushState | null>(knownPushState);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    pushState().then(setState, (cause: unknown) => console.warn('push state check failed', cause));
  }, []);
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      setState(state === 'on' ? await unsubscribePush() : await subscribePush(key));
    } catch (error) {
      showToast(errorText(error, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  // Where notifications are allowed push is on, as good as always: the card has that height from the start.
  const state = known ?? 'on';
  const open = state === 'on' || state === 'off';
  return (
    <section className="card" aria-label={t('alert.push')}>
      <p>{t('alert.pushText')}</p>
      {state !== 'off' && (
        <p className="hint" role="status">
          {t(`alert.push.${state}`)}
        </p>
      )}
      {open && (
        <Button
          busy={busy}
          disabled={key === '' || known === null}
          onClick={() => void change()}
          data-testid="push-change"
        >
          {t(state === 'on' ? 'alert.pushEnd' : 'alert.push')}
        </Button>
      )}
    </section>
  );
}
