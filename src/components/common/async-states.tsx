// States of a block without content: failed with a retry, login required, loading, end of a list.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { CallError } from '../../api/call.ts';
import { vibrate } from '../../lib/haptics.ts';
import { StartDemo, useDemoOffered } from '../account/start-demo.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PullToRefresh } from '../../ui/overlays/pull-to-refresh.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { QueryResult } from '../../hooks/use-query.ts';
import type { InfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { errorText } from './error-text.ts';
import styles from './async-states.module.css';

/** A failed block: the error text (`failure` null: none), the trace id for customer service, and a retry button. */
export function FailedCard({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const trace = failure instanceof CallError ? failure.traceId : undefined;
  const message = failure === null ? undefined : errorText(failure, t);
  const text = trace === undefined ? message : `${message} (${trace})`;
  return (
    <NoticeCard
      alert
      title={t('app.blockFailed')}
      text={text}
      action={
        <Button small onClick={onRetry}>
          {t('app.retry')}
        </Button>
      }
    />
  );
}

export interface LoginCardProps {
  /** Default: an invitation to try the page. */
  title?: string | undefined;
  text?: string | undefined;
  /** Path to return to after login. */
  back: string;
  /** What a user sees here, with made-up figures: label and value of each row. */
  example?: readonly (readonly [label: string, value: ReactNode])[] | undefined;
}

/** A private block for a visitor: an example, and the ways in. A demo account is opened without leaving the page. */
export function LoginCard({ title, text, back, example }: LoginCardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const demo = useDemoOffered();
  const ways = (
    <div className={styles.buttons}>
      {demo && <StartDemo label={t('demo.try')} onOpened={() => undefined} />}
      <Button
        kind={demo ? 'quiet' : 'primary'}
        onClick={() => void navigate({ to: '/pages/common/login', search: { back } })}
      >
        {t('auth.login')}
      </Button>
      <Button onClick={() => void navigate({ to: '/pages/common/reg', search: { back } })}>{t('auth.register')}</Button>
    </div>
  );
  return (
    <section className={styles.visitor}>
      {example && (
        <figure className={styles.example}>
          <figcaption>{t('preview.example')}</figcaption>
          <dl>
            {example.map(([label, value]) => (
              <Fact key={label} label={label} className="num">
                {value}
              </Fact>
            ))}
          </dl>
        </figure>
      )}
      <NoticeCard title={title ?? t(demo ? 'preview.title' : 'tips.login')} text={text} action={ways} />
    </section>
  );
}

/**
 * A block of one query: skeleton, failure, or `children` with the response; `missing` where what the address names does
 * not exist: another try would find no more.
 */
export function QueryBlock<T>({
  query,
  rows = 4,
  missing,
  children,
}: {
  query: QueryResult<T>;
  rows?: number;
  missing?: ReactNode;
  children: (answer: T) => ReactNode;
}) {
  const { answer, failure, refetch } = query;
  if (answer !== null) return children(answer);
  const isMissing =
    failure instanceof CallError && (failure.code === CODE.notFound || failure.code === CODE.fieldInvalid);
  if (isMissing && missing !== undefined) return missing;
  return failure === null ? <SkeletonRows rows={rows} /> : <FailedCard failure={failure} onRetry={refetch} />;
}

export interface PagedListProps<T> {
  pages: InfiniteQuery<T>;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Whether pulling the page down fetches the list again: not where it is one of several things on a page. */
  pulls?: boolean;
  children: (list: readonly T[]) => ReactNode;
}

/** A paged list: skeleton, failure, empty, items with a button for more, or the end. */
export function PagedList<T>({ pulls = true, ...props }: PagedListProps<T>) {
  return (
    <>
      {pulls && <PullToRefresh onRefresh={props.pages.refetch} onReady={vibrate} />}
      <LoadedList {...props} />
    </>
  );
}

function LoadedList<T>({ pages, empty, children }: PagedListProps<T>) {
  const { t } = useTranslation();
  const { list, hasMore, failure, isLoading, fetchNext, refetch } = pages;
  if (list === null)
    return failure === null ? <SkeletonRows rows={4} /> : <FailedCard failure={failure} onRetry={refetch} />;
  if (list.length === 0) return failure === null ? empty : <FailedCard failure={failure} onRetry={refetch} />;
  return (
    <>
      {children(list)}
      {failure !== null && <FailedCard failure={failure} onRetry={fetchNext} />}
      {failure === null &&
        (hasMore ? (
          <p className="list-end">
            <Button small busy={isLoading} onClick={fetchNext}>
              {t('app.more')}
            </Button>
          </p>
        ) : (
          <p className="list-end">{t('app.noMore')}</p>
        ))}
    </>
  );
}
