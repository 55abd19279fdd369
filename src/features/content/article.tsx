// One published article or public notice by its id.
import type { ReactNode } from 'react';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { SafeHtml } from '../../components/common/safe-html.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import styles from './content.module.css';

/** `children` come with the text, which would push them down. */
export function Article({ id, children }: { id: number; children?: ReactNode }) {
  const { t } = useTranslation();
  const query = useQuery('/common/notice', { id });
  return (
    <QueryBlock query={query} missing={<NoticeCard title={t('app.notFound')} />}>
      {({ title, content }) => (
        <>
          <article className={styles.article}>
            <h2>{title}</h2>
            <SafeHtml html={content ?? ''} />
          </article>
          {children}
        </>
      )}
    </QueryBlock>
  );
}
