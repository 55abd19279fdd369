// One text of the house by its id: an article, or a notice for everybody.
import { AnswerBlock } from '../../components/common/async-states.tsx';
import { SafeHtml } from '../../components/common/safe-html.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './content.module.css';

export function Article({ id }: { id: number }) {
  const asked = useQuery('/common/notice', { id });
  return (
    <AnswerBlock asked={asked}>
      {({ title, content }) => (
        <article className={styles.article}>
          <h2>{title}</h2>
          <SafeHtml html={content ?? ''} />
        </article>
      )}
    </AnswerBlock>
  );
}
