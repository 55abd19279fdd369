// Notices: those to all users, and those to this account.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Notice } from '../../../core/endpoints/responses.ts';
import { call } from '../../api/call.ts';
import { LoginCard, PagedList } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { setUnread, unreadNotices } from '../../stores/account/notices.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './content.module.css';

type Kind = 'system' | 'personal';
const NOTICES_PATH = '/pages/notice/noticeList';

export function NoticeListPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const unread = useSignalValue(unreadNotices);
  const [chosen, setKind] = useState<Kind | null>(null);
  const news = useKindOfNews(loggedIn);
  const kind = chosen ?? news;
  const [reloads, setReloads] = useState(0);
  const readAll = (): void => {
    call('/user/notice/read', { all: '1' })
      .then(({ unreadNum }) => {
        setUnread(unreadNum);
        setReloads(reloads + 1);
      })
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  const trailing = loggedIn && unread > 0 && (
    <Button kind="ghost" small onClick={readAll}>
      {t('notice.readAll')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title.notices')} trailing={trailing} />
      <main className={`column ${styles.page}`}>
        <Tabs
          label={t('title.notices')}
          value={kind ?? 'system'}
          onChange={setKind}
          choices={[
            { key: 'system', label: t('notice.system') },
            { key: 'personal', label: t('notice.personal') },
          ]}
        />
        {kind === null ? (
          <SkeletonRows rows={4} />
        ) : loggedIn ? (
          <OwnNotices kind={kind} revision={`${reloads} ${unread}`} />
        ) : kind === 'system' ? (
          <PublicNotices />
        ) : (
          <LoginCard title={t('notice.login')} back={NOTICES_PATH} />
        )}
      </main>
    </>
  );
}

/** The tab of the newest unread notice when the page was opened; null until it is known. */
function useKindOfNews(loggedIn: boolean): Kind | null {
  const { answer, failure } = useQuery('/user/notice', loggedIn ? { unread: true, pageSize: 1 } : null);
  if (loggedIn && answer === null && failure === null) return null;
  const newest = answer?.list[0];
  return newest !== undefined && newest.kind !== 'system' ? 'personal' : 'system';
}

function OwnNotices({ kind, revision }: { kind: Kind; revision: string }) {
  const { t } = useTranslation();
  const pages = useInfiniteQuery('/user/notice', { kind }, 'id', revision);
  return (
    <PagedList pages={pages} empty={<NoticeCard title={t('app.noData')} />}>
      {(list) => (
        <ul className={styles.list}>
          {list.map((notice) => (
            <NoticeRow key={`${notice.kind} ${notice.id}`} notice={notice} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const { id, kind, title, content, createTime, read } = notice;
  return (
    <li>
      <Link
        className={styles.row}
        to="/pages/notice/noticeDetail"
        search={{ id, kind }}
        viewTransition
        data-unread={read === 0 ? '' : undefined}
      >
        <span className={styles.rowHead}>
          <b>{title}</b>
          {read === 0 && <i className={styles.dot} aria-label={t('notice.unread')} role="img" />}
        </span>
        <span className={styles.summary}>{content}</span>
        <time className="num" dateTime={new Date(createTime).toISOString()}>
          {dateTimeText(createTime)}
        </time>
      </Link>
    </li>
  );
}

/** Public notices, for visitors. */
function PublicNotices() {
  const { t } = useTranslation();
  const pages = useInfiniteQuery('/common/notice', { kind: 'notice' }, 'id');
  return (
    <PagedList pages={pages} empty={<NoticeCard title={t('app.noData')} />}>
      {(list) => (
        <ul className={styles.list}>
          {list.map(({ id, title, summary, createTime }) => (
            <li key={id}>
              <Link className={styles.row} to="/pages/notice/noticeDetail" search={{ id, kind: 'house' }}>
                <b>{title}</b>
                <span className={styles.summary}>{summary}</span>
                {createTime > 0 && (
                  <time className="num" dateTime={new Date(createTime).toISOString()}>
                    {dateTimeText(createTime)}
                  </time>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
