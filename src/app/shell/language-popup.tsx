// The drawer's language popup: two languages, and a link to all nine.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { LANGUAGES } from '../../locales/languages.ts';
import { language, setLanguage } from '../../stores/device/language.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './language-popup.module.css';

/** Languages in the popup (docs/specification.md 2). */
const OFFERED = ['en-US', 'zh-TW'] as const;

export interface LanguagePopupProps {
  open: boolean;
  onClose: () => void;
  /** Called when the popup navigates to another page. */
  onNavigate: () => void;
}

export function LanguagePopup({ open, onClose, onNavigate }: LanguagePopupProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const current = useSignalValue(language);
  const choose = async (code: (typeof OFFERED)[number]): Promise<void> => {
    onClose();
    try {
      await setLanguage(code);
    } catch (cause) {
      console.warn(cause);
      showToast(t('set.languageFailed'), 'error');
    }
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('title.language')} closeLabel={t('app.close')}>
      {OFFERED.map((code) => (
        <button
          key={code}
          type="button"
          className={styles.choice}
          aria-pressed={code === current}
          onClick={() => void choose(code)}
        >
          <span lang={code}>{LANGUAGES[code].name}</span>
          {code === current && <Icon name="check" size={20} />}
        </button>
      ))}
      <button
        type="button"
        className={styles.choice}
        onClick={() => {
          onClose();
          onNavigate();
          void navigate({ to: '/pages/set/lang' });
        }}
      >
        <span>{t('menu.allLanguages')}</span>
        <Icon name="forward" size={16} mirrored />
      </button>
    </Sheet>
  );
}
