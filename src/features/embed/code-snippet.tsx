// A code sample with a button that copies it.
import { useTranslation } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import styles from './embed-page.module.css';

export function CodeSnippet({ code }: { code: string }) {
  const { t } = useTranslation();
  const copy = (): void => {
    navigator.clipboard.writeText(code).then(
      () => showToast(t('embed.copied')),
      () => showToast(t('embed.copyFailed'), 'error'),
    );
  };
  return (
    <div className={styles.snippet}>
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        <code>{code}</code>
      </pre>
      <Button small onClick={copy}>
        {t('embed.copy')}
      </Button>
    </div>
  );
}
