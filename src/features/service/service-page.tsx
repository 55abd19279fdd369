// Customer service: the account's chat, frequent questions, and diagnostic facts to send along.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { APP_VERSION } from '../../../core/endpoints/http.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { type QueryResult, useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type CustomerService, serviceOf } from './customer-service.ts';
import styles from './service.module.css';

const MAX_ARTICLES = 20;

export function ServicePage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const info = useSignalValue(userInfo);
  const questions = useQuery('/common/notice', { kind: 'article', pageSize: MAX_ARTICLES });
  const service = serviceOf(loggedIn ? info?.service : undefined, window.location.origin);
  if (service.kind === 'frame') {
    return (
      <>
        <PageHeader title={t('title.service')} />
        <main className={styles.framed}>
          <iframe
            className={styles.frame}
            src={service.url}
            title={t('title.service')}
            sandbox="allow-scripts allow-forms allow-popups"
            referrerPolicy="no-referrer"
          />
        </main>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('title.service')} />
      <main className={`column ${styles.page}`}>
        <FrequentQuestions query={questions} />
        {/* Below a list of unknown height, which would move it. */}
        {(questions.answer !== null || questions.failure !== null) && (
          <>
            <Contact service={service} />
            <Diagnostics />
          </>
        )}
      </main>
    </>
  );
}

function Contact({ service }: { service: CustomerService }) {
  const { t } = useTranslation();
  if (service.kind === 'page')
    return (
      <a className={styles.contact} href={service.url} target="_blank" rel="noreferrer noopener">
        <Icon name="chat" />
        {t('serve.chat')}
      </a>
    );
  if (service.kind === 'mail')
    return (
      <a className={styles.contact} href={`mailto:${service.address}`}>
        <Icon name="notice" />
        {t('serve.mail', { address: service.address })}
      </a>
    );
  return <NoticeCard title={t('serve.none')} text={t('serve.noneText')} />;
}

function FrequentQuestions({ query }: { query: QueryResult<AnswerOf<'/common/notice'>> }) {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h2 className={styles.head}>{t('serve.questions')}</h2>
      <QueryBlock query={query}>
        {({ list }) => (
          <ul className="list">
            {list.map(({ id, title, summary }) => (
              <li key={id}>
                <Link className={styles.row} to="/pages/common/knowledge" search={{ id }}>
                  <span className={styles.names}>
                    <b>{title}</b>
                    <small>{summary}</small>
                  </span>
                  <Icon name="forward" size={16} mirrored />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryBlock>
    </section>
  );
}

/** Facts about the device and the account that customer service asks for; none is secret. */
function Diagnostics() {
  const { t } = useTranslation();
  const info = useSignalValue(userInfo);
  const [openedAt] = useState(() => dateTimeText(Date.now()));
  const facts = [
    `DeFi ${APP_VERSION}`,
    openedAt,
    ...(info ? [`UID ${info.user.id}`] : []),
    window.location.origin,
    `${window.innerWidth}x${window.innerHeight}`,
    navigator.userAgent,
  ].join('\n');
  return (
    <section className={styles.section}>
      <h2 className={styles.head}>{t('serve.facts')}</h2>
      <p className="hint">{t('serve.factsText')}</p>
      <pre className={styles.facts} dir="ltr">
        {facts}
      </pre>
      <CopyButton text={facts} />
    </section>
  );
}
