// What the house has to read: one article, or all of them to be searched.
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { AnswerBlock } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import styles from './content.module.css';
import { Article } from './article.tsx';

/** Articles listed at most: the house has few. */
const MOST = 100;

export function ArticlePage() {
  const { t } = useTranslation();
  const { id }: { id?: number } = useSearch({ strict: false });
  return (
    <>
      <PageHeader title={t(id === undefined ? 'title.knowledge' : 'title.article')} />
      <main className={styles.page}>{id === undefined ? <ArticleList /> : <Article id={id} />}</main>
    </>
  );
}

function ArticleList() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const asked = useQuery('/common/notice', { kind: 'article', pageSize: MOST });
  const wanted = text.trim().toLowerCase();
  return (
    <AnswerBlock asked={asked}>
      {({ list }) => {
        const found = list.filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(wanted));
        return (
          <>
            <TextField label={t('notice.search')} type="search" value={text} onValue={setText} />
            <ul className={styles.list}>
              {found.map(({ id, title, summary }) => (
                <li key={id}>
                  <Link className={styles.row} to="/pages/common/knowledge" search={{ id }}>
                    <b>{title}</b>
                    <span className={styles.summary}>{summary}</span>
                  </Link>
                </li>
              ))}
            </ul>
            {found.length === 0 && <NoticeCard title={t('app.noData')} />}
          </>
        );
      }}
    </AnswerBlock>
  );
}
