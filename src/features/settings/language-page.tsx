// Choice of the language, by its own name.
import { translate, useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { LANGUAGES, type LanguageCode, isLanguage } from '../../locales/languages.ts';
import { language, languageCode, setLanguage } from '../../stores/device/language.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { ChoiceList } from './choice-list.tsx';
import styles from './settings.module.css';

const CODES = Object.keys(LANGUAGES).filter(isLanguage);

export function LanguagePage() {
  const { t } = useTranslation();
  useSignalValue(language);
  const code = languageCode();
  const choose = async (chosen: LanguageCode): Promise<void> => {
    try {
      await setLanguage(chosen);
    } catch (cause) {
      console.warn('language load failed', cause);
      showToast(translate()('set.languageFailed'), 'error');
    }
  };
  return (
    <>
      <PageHeader title={t('title.language')} />
      <main className={styles.page}>
        <ChoiceList
          label={t('title.language')}
          value={code}
          onChange={(chosen) => void choose(chosen)}
          choices={CODES.map((key) => ({
            key,
            label: LANGUAGES[key].name,
            lang: key,
            dir: LANGUAGES[key].dir,
            fact: key,
          }))}
        />
      </main>
    </>
  );
}
