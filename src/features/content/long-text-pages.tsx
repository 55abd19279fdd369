// About, white paper and privacy: texts that the exchange publishes.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { SafeHtml } from '../../components/common/safe-html.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import styles from './content.module.css';

function LongText({ name }: { name: 'whitePaper' | 'privacy' }) {
  const { t } = useTranslation();
  const query = useQuery('/common/prop', { keys: name });
  return (
    <QueryBlock query={query}>
      {(answer) => {
        const html = answer[name];
        return typeof html === 'string' && html !== '' ? (
          <article className={styles.article}>
            <SafeHtml html={html} />
          </article>
        ) : (
          <NoticeCard title={t('app.noData')} />
        );
      }}
    </QueryBlock>
  );
}

export function WhitePaperPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('title.whitePaper')} />
      <main className={styles.page}>
        <LongText name="whitePaper" />
      </main>
    </>
  );
}

export function PrivacyPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('title.privacy')} />
      <main className={styles.page}>
        <LongText name="privacy" />
      </main>
    </>
  );
}

export function AboutPage() {
  const { t } = useTranslation();
  const query = useQuery('/common/prop', { keys: 'about,version' });
  return (
    <>
      <PageHeader title={t('title.about')} />
      <main className={styles.page}>
        <QueryBlock query={query}>
          {({ about, version }) => (
            <>
              {typeof about === 'string' && (
                <article className={styles.article}>
                  <SafeHtml html={about} />
                </article>
              )}
              <nav className={styles.list}>
                <Link className={styles.row} to="/pages/user/whitePaper">
                  {t('title.whitePaper')}
                </Link>
                <Link className={styles.row} to="/pages/common/privacy">
                  {t('title.privacy')}
                </Link>
                <Link className={styles.row} to="/pages/common/knowledge">
                  {t('title.knowledge')}
                </Link>
              </nav>
              <p className={styles.version}>
                {t('app.name')} <span className="num">{typeof version === 'string' ? version : ''}</span>
              </p>
            </>
          )}
        </QueryBlock>
      </main>
    </>
  );
}
