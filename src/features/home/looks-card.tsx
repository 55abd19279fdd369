// The question about price colours and language, shown once: answered or dismissed, it is gone.
import { LANGUAGES, isLanguage } from '../../locales/languages.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { language, setLanguage } from '../../stores/device/language.ts';
import { stored } from '../../stores/device/storage.ts';
import { paletteChoice, upDownChoice } from '../../stores/device/theme.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

/** Choices with their message key and the colours of up and down. */
const LOOKS = [
  ['green-up', 'demo.greenUp', 'var(--green-graphic)', 'var(--red-graphic)'],
  ['red-up', 'demo.redUp', 'var(--red-graphic)', 'var(--green-graphic)'],
  ['safe', 'first.safe', 'light-dark(#0b5cad, #4aa8ff)', 'light-dark(#9a4a00, #ff9a3d)'],
] as const;

function markAnswered(): void {
  stored('fxproLooksAsked').value = '1';
}

function choose(look: (typeof LOOKS)[number][0]): void {
  if (look === 'safe') paletteChoice.value = 'safe';
  else upDownChoice.value = look;
  markAnswered();
}

export function LooksCard() {
  const { t } = useTranslation();
  const current = useSignalValue(language);
  const chooseLanguage = (code: string): void => {
    if (isLanguage(code)) setLanguage(code).catch(() => showToast(t('set.languageFailed'), 'error'));
  };
  return (
    <section className={styles.looksCard} aria-label={t('first.ask')} data-testid="first-question">
      <div className={styles.cardHead}>
        <h2>{t('first.ask')}</h2>
        <IconButton label={t('app.close')} onClick={markAnswered}>
          <Icon name="close" size={20} />
        </IconButton>
      </div>
      <div className={styles.three}>
        {LOOKS.map(([look, key, up, down]) => (
          <button
            key={look}
            type="button"
            className={styles.look}
            onClick={() => choose(look)}
            data-testid={`look-${look}`}
          >
            <span aria-hidden="true">
              <b style={{ color: up }}>↑</b> <b style={{ color: down }}>↓</b>
            </span>
            {t(key)}
          </button>
        ))}
      </div>
      <SelectField
        label={t('title.language')}
        value={current}
        onValue={chooseLanguage}
        choices={Object.entries(LANGUAGES).map(([key, { name }]) => ({ key, label: name }))}
      />
    </section>
  );
}
