// One notice: a personal one of this account, or a public one.
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Notice } from '../../../core/endpoints/responses.ts';
import { call } from '../../api/call.ts';
import { LoginCard, QueryBlock } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { setUnread } from '../../stores/account/notices.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './content.module.css';
import { Article } from './article.tsx';

/** Newest notices among which an own one is searched: the API has no call for a single one. */
const MAX_NOTICES = 100;

export function NoticeDetailPage() {
  const { t } = useTranslation();
  const { id = 0, kind } = useSearch({ from: '/pages/notice/noticeDetail' });
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.notice')} />
      <main className={`column ${styles.page}`}>
        {kind === undefined || kind === 'house' ? (
          <Article id={id} />
        ) : loggedIn ? (
          <OwnNotice id={id} kind={kind} />
        ) : (
          // An article of that id would be another text.
          <LoginCard title={t('notice.login')} back={`/pages/notice/noticeDetail?id=${id}&kind=${kind}`} />
        )}
      </main>
    </>
  );
}

function OwnNotice({ id, kind }: { id: number; kind: 'personal' | 'system' }) {
  const { t } = useTranslation();
  const query = useQuery('/user/notice', { kind, pageSize: MAX_NOTICES });
  const notice = query.answer?.list.find((one) => one.id === id);
  useEffect(() => {
    if (notice?.read !== 0) return;
    call('/user/notice/read', { id }).then(
      ({ unreadNum }) => setUnread(unreadNum),
      (cause: unknown) => console.warn('notice read mark failed', cause),
    );
  }, [id, notice]);
  return (
    <QueryBlock query={query}>
      {() => (notice ? <NoticeArticle notice={notice} /> : <NoticeCard title={t('notice.gone')} />)}
    </QueryBlock>
  );
}

function NoticeArticle({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  return (
    <article className={styles.article}>
      <h2>{notice.title}</h2>
      <time className="num" dateTime={new Date(notice.createTime).toISOString()}>
        {dateTimeText(notice.createTime)}
      </time>
      <p>{notice.content}</p>
      {/^\/(?![/\\])/.test(notice.link) && (
        <p>
          <Link to={notice.link as '/'}>{t('notice.open')}</Link>
        </p>
      )}
    </article>
  );
}
