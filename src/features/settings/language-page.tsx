// The nine languages by their own names.
import { translate, useTranslation } from '../../i18n/use-translation.ts';
import { PageBar } from '../../cells/page-bar.tsx';
import { LANGUAGES, type LanguageCode, isLanguage } from '../../i18n/languages.ts';
import { language, languageCode, setLanguage } from '../../state/language.ts';
import { showToast } from '../../state/toast.ts';
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
      console.warn(cause);
      showToast(translate()('set.languageFailed'), 'error');
    }
  };
  return (
    <>
      <PageBar title={t('title.language')} />
      <main className={styles.page}>
        <ChoiceList
          label={t('title.language')}
          value={code}
          onChange={(chosen) => void choose(chosen)}
          choices={CODES.map((key) => ({ key, label: LANGUAGES[key].name, lang: key, dir: LANGUAGES[key].dir, fact: key }))}
        />
      </main>
    </>
  );
}
