// The settings hub: looks, language, currency, version.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageBar } from '../../cells/page-bar.tsx';
import { LANGUAGES } from '../../i18n/languages.ts';
import { currency } from '../../state/currency.ts';
import { languageCode } from '../../state/language.ts';
import { paletteChoice, themeChoice, upDownChoice } from '../../state/theme.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './settings.module.css';

const VERSION = '1.0.0';

export function SettingsPage() {
  const { t } = useTranslation();
  const quoted = useSignalValue(currency);
  return (
    <>
      <PageBar title={t('title.settings')} />
      <main className={styles.page}>
        <Looks />
        <nav className={styles.list}>
          <Link to="/pages/set/lang" className={styles.choice}>
            <span className={styles.choiceName}>{t('title.language')}</span>
            <span className={styles.fact}>{LANGUAGES[languageCode()].name}</span>
            <Icon name="forward" size={16} mirrored />
          </Link>
          <Link to="/pages/set/currency" className={styles.choice}>
            <span className={styles.choiceName}>{t('title.currency')}</span>
            <span className={styles.fact}>{quoted.name}</span>
            <Icon name="forward" size={16} mirrored />
          </Link>
          <Link to="/embed" className={styles.choice}>
            <span className={styles.choiceName}>{t('title.embed')}</span>
            <Icon name="forward" size={16} mirrored />
          </Link>
          <Link to="/pages/notice/about" className={styles.choice}>
            <span className={styles.choiceName}>{t('title.about')}</span>
            <span className={styles.fact}>{t('set.version')} <span className="num">{VERSION}</span></span>
            <Icon name="forward" size={16} mirrored />
          </Link>
        </nav>
      </main>
    </>
  );
}

function Looks() {
  const { t } = useTranslation();
  const theme = useSignalValue(themeChoice);
  const upDown = useSignalValue(upDownChoice);
  const palette = useSignalValue(paletteChoice);
  return (
    <section className={styles.looks}>
      <h2 className={styles.head}>{t('set.theme')}</h2>
      <Segmented
        label={t('set.theme')}
        value={theme}
        onChange={(key) => {
          themeChoice.value = key;
        }}
        choices={[{ key: 'dark', label: t('set.dark') }, { key: 'light', label: t('set.light') }, { key: 'system', label: t('set.system') }]}
      />
      <h2 className={styles.head}>{t('set.upDown')}</h2>
      <Segmented
        label={t('set.upDown')}
        value={upDown}
        onChange={(key) => {
          upDownChoice.value = key;
        }}
        choices={[{ key: 'green-up', label: t('set.greenUp') }, { key: 'red-up', label: t('set.redUp') }]}
      />
      <h2 className={styles.head}>{t('set.palette')}</h2>
      <Segmented
        label={t('set.palette')}
        value={palette}
        onChange={(key) => {
          paletteChoice.value = key;
        }}
        choices={[{ key: 'plain', label: t('set.plain') }, { key: 'safe', label: t('set.safe') }]}
      />
      <p className={styles.sample}>
        <span>{t('set.sample')}</span>
        <span className="num" data-tone="up">+1.84%</span>
        <span className="num" data-tone="down">-0.62%</span>
      </p>
    </section>
  );
}
