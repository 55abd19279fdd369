// About, white paper and privacy: texts that the exchange publishes.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { SafeHtml } from '../../components/common/safe-html.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import styles from './content.module.css';

const TEXTS = [
  { to: '/pages/notice/about', key: 'title.about' },
  { to: '/pages/user/whitePaper', key: 'title.whitePaper' },
  { to: '/pages/common/privacy', key: 'title.privacy' },
  { to: '/pages/common/knowledge', key: 'title.knowledge' },
  { to: '/pages/user/service', key: 'title.service' },
] as const;

/** Links to the other texts. */
function TextLinks({ here }: { here: (typeof TEXTS)[number]['to'] }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.links}>
      {TEXTS.filter(({ to }) => to !== here).map(({ to, key }) => (
        <Link key={to} to={to}>
          {t(key)}
          <Icon name="forward" size={16} mirrored />
        </Link>
      ))}
    </nav>
  );
}

/** The links come with the text, which would push them down. */
function LongText({ name, here }: { name: 'whitePaper' | 'privacy'; here: (typeof TEXTS)[number]['to'] }) {
  const { t } = useTranslation();
  const query = useQuery('/common/prop', { keys: name });
  return (
    <QueryBlock query={query}>
      {(answer) => {
        const html = answer[name];
        return (
          <>
            {typeof html === 'string' && html !== '' ? (
              <article className={styles.article}>
                <SafeHtml html={html} />
              </article>
            ) : (
              <NoticeCard title={t('app.noData')} />
            )}
            <TextLinks here={here} />
          </>
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
      <main className={`column ${styles.page}`}>
        <LongText name="whitePaper" here="/pages/user/whitePaper" />
      </main>
    </>
  );
}

export function PrivacyPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('title.privacy')} />
      <main className={`column ${styles.page}`}>
        <LongText name="privacy" here="/pages/common/privacy" />
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
      <main className={`column ${styles.page}`}>
        <QueryBlock query={query}>
          {({ about, version }) => (
            <>
              {typeof about === 'string' && (
                <article className={styles.article}>
                  <SafeHtml html={about} />
                </article>
              )}
              <TextLinks here="/pages/notice/about" />
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
