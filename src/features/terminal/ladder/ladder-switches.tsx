// The guard of a price ladder on the screen: its switches, its message, and what disarms it.
import { useCallback, useEffect } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isLoggedIn } from '../../../stores/account/session.ts';
import type { LadderCells } from '../../../stores/market/ladder-rows.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useSignalEffect } from '../../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import type { LadderGuard } from './ladder-guard.ts';
import styles from './ladder.module.css';

/** Disarms when the feed is not live, the window is left, or the session ends. */
export function useGuard(guard: LadderGuard, ladder: LadderCells): void {
  useEffect(() => {
    const off = new AbortController();
    const away = (): void => guard.disarm('away');
    window.addEventListener('blur', away, { signal: off.signal });
    document.addEventListener('visibilitychange', away, { signal: off.signal });
    const stops = [
      ladder.freshness.shield.subscribe((shield) => {
        if (shield !== 'verified') guard.disarm('stale');
      }),
      isLoggedIn.subscribe((loggedIn) => {
        if (!loggedIn) guard.disarm('away');
      }),
    ];
    return () => {
      off.abort();
      stops.forEach((stop) => stop());
    };
  }, [guard, ladder]);
  useEffect(() => () => guard.dispose(), [guard]);
}

export function ArmSwitch({ guard, ladder }: { guard: LadderGuard; ladder: LadderCells }) {
  const { t } = useTranslation();
  const armed = useSignalValue(guard.armed);
  const loggedIn = useSignalValue(isLoggedIn);
  const live = useSignalValue(ladder.freshness.shield) === 'verified';
  return (
    <span className={styles.arm} data-armed={armed}>
      <span aria-hidden="true">{t('ladder.arm')}</span>
      <Switch
        label={t('ladder.arm')}
        on={armed}
        disabled={!loggedIn || !live}
        onChange={(on) => (on ? guard.arm() : guard.disarm('user'))}
      />
    </span>
  );
}

/** Makes presses send stop orders, which contracts do not have. */
export function StopSwitch({ guard }: { guard: LadderGuard }) {
  const { t } = useTranslation();
  const armed = useSignalValue(guard.armed);
  const on = useSignalValue(guard.stops);
  return (
    <span className={styles.arm} data-armed={on}>
      <span aria-hidden="true">{t('trade.stopTitle')}</span>
      <Switch label={t('trade.stopTitle')} on={on} disabled={!armed} onChange={(next) => guard.setStops(next)} />
    </span>
  );
}

/** What the ladder shows: the last press, else whether and why it is armed or not. */
export function GuardMessage({ guard }: { guard: LadderGuard }) {
  const { t } = useTranslation();
  const line = useSignalEffect<HTMLParagraphElement>(
    useCallback(
      (element) => {
        const reason = guard.reason.value;
        const state = guard.armed.value
          ? t(guard.stops.value ? 'ladder.armedStop' : 'ladder.armed')
          : reason && reason !== 'user'
            ? t(`ladder.off.${reason}`)
            : '';
        element.textContent = guard.message.value || state;
      },
      [guard, t],
    ),
  );
  return <p ref={line} className={styles.message} role="status" data-testid="ladder-message" />;
}
