// The sheet that lists the keys of the commands and changes them.
import { useEffect, useEffectEvent, useState } from 'react';
import { COMMANDS, type Command } from '../../components/common/commands.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { bindKey, hotKeys, keyOf, keyText, resetKeys } from './hot-keys.ts';
import styles from './palette.module.css';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
}

export function KeysSheet({ open, onClose }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('keys.title')} closeLabel={t('app.close')}>
      <Bindings />
    </Sheet>
  );
}

/** Mounted while the sheet is open: a closed one awaits no key. */
function Bindings() {
  const { t } = useTranslation();
  const keys = useSignalValue(hotKeys);
  /** The command whose next key is awaited. */
  const [awaited, setAwaited] = useState<Command | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === null && !['Escape', 'Backspace', 'Delete'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (awaited && event.key !== 'Escape') bindKey(awaited, key ?? '');
    setAwaited(null);
  });
  useEffect(() => {
    if (awaited === null) return undefined;
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [awaited]);
  return (
    <>
      <p className={styles.hint}>{t('keys.text')}</p>
      <ul>
        {COMMANDS.map((command) => (
          <li key={command} className={styles.binding}>
            <span>{t(`command.${command}`)}</span>
            <button
              type="button"
              className={styles.key}
              aria-pressed={awaited === command}
              aria-label={t('keys.change', { command: t(`command.${command}`), key: keyText(keys[command]) })}
              onClick={() => setAwaited(awaited === command ? null : command)}
              data-testid={`key-${command}`}
            >
              {awaited === command ? t('keys.press') : <kbd>{keyText(keys[command])}</kbd>}
            </button>
          </li>
        ))}
      </ul>
      <Button wide onClick={resetKeys}>
        {t('keys.reset')}
      </Button>
    </>
  );
}
