// One article, or the searchable list of all articles.
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import styles from './content.module.css';
import { Article } from './article.tsx';

/** Articles requested at once; the exchange publishes fewer. */
const MAX_ARTICLES = 100;

export function ArticlePage() {
  const { t } = useTranslation();
  const { id }: { id?: number } = useSearch({ strict: false });
  return (
    <>
      <PageHeader title={t('title.knowledge')} />
      <main className={`column ${styles.page}`}>
        {id === undefined ? (
          <ArticleList />
        ) : (
          <Article id={id}>
            <nav className={styles.links}>
              <Link to="/pages/common/knowledge">
                {t('content.all')}
                <Icon name="forward" size={16} mirrored />
              </Link>
              <Link to="/pages/user/service">
                {t('title.service')}
                <Icon name="forward" size={16} mirrored />
              </Link>
            </nav>
          </Article>
        )}
      </main>
    </>
  );
}

function ArticleList() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const query = useQuery('/common/notice', { kind: 'article', pageSize: MAX_ARTICLES });
  const searchText = text.trim().toLowerCase();
  return (
    <QueryBlock query={query}>
      {({ list }) => {
        const matches = list.filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(searchText));
        return (
          <>
            <TextField label={t('notice.search')} type="search" value={text} onValue={setText} />
            <ul className={styles.list}>
              {matches.map(({ id, title, summary }) => (
                <li key={id}>
                  <Link className={styles.row} to="/pages/common/knowledge" search={{ id }}>
                    <b>{title}</b>
                    <span className={styles.summary}>{summary}</span>
                  </Link>
                </li>
              ))}
            </ul>
            {matches.length === 0 && <NoticeCard title={t('app.noData')} />}
          </>
        );
      }}
    </QueryBlock>
  );
}
