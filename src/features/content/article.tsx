// One published article or public notice by its id.
import { QueryBlock } from '../../components/common/async-states.tsx';
import { SafeHtml } from '../../components/common/safe-html.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './content.module.css';

export function Article({ id }: { id: number }) {
  const query = useQuery('/common/notice', { id });
  return (
    <QueryBlock query={query}>
      {({ title, content }) => (
        <article className={styles.article}>
          <h2>{title}</h2>
          <SafeHtml html={content ?? ''} />
        </article>
      )}
    </QueryBlock>
  );
}
