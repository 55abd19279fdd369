// One notice: a personal one of this account, or one of the house for everybody.
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Notice } from '../../../core/endpoints/responses.ts';
import { call } from '../../api/call.ts';
import { AnswerBlock } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { setUnread } from '../../stores/account/notices.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './content.module.css';
import { Article } from './article.tsx';

/** Own notices are looked for among this many newest ones: the calls have no single one. */
const LOOKED_AT = 100;

export function NoticeDetailPage() {
  const { t } = useTranslation();
  const { id = 0, kind } = useSearch({ from: '/pages/notice/noticeDetail' });
  const known = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.notice')} />
      <main className={styles.page}>
        {kind === 'personal' || (kind === 'system' && known) ? <OwnNotice id={id} kind={kind} /> : <Article id={id} />}
      </main>
    </>
  );
}

function OwnNotice({ id, kind }: { id: number; kind: 'personal' | 'system' }) {
  const { t } = useTranslation();
  const asked = useQuery('/user/notice', { kind, pageSize: LOOKED_AT });
  const notice = asked.answer?.list.find((one) => one.id === id);
  useEffect(() => {
    if (notice?.read !== 0) return;
    call('/user/notice/read', { id }).then(
      ({ unreadNum }) => setUnread(unreadNum),
      (cause: unknown) => console.warn('a notice could not be marked as read', cause),
    );
  }, [id, notice]);
  return (
    <AnswerBlock asked={asked}>
      {() => (notice ? <Whole notice={notice} /> : <NoticeCard title={t('notice.gone')} />)}
    </AnswerBlock>
  );
}

function Whole({ notice }: { notice: Notice }) {
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
