// Error page: a Reload card for a chunk that could not be loaded, a generic card otherwise.
// Also the pending and the not-found page.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { ChunkError } from '../routing/lazy-page.tsx';

/** The page whose chunk was requested again, at first without a reload, which would lose the state of the app. */
let retried = '';

/** Reloads the page where the exchange answers: a reload without it would leave no page at all. */
function reloadWhereServed(): void {
  fetch(window.location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok && window.location.reload(),
    (cause: unknown) => console.warn('reload refused', cause),
  );
}

export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const chunk = error instanceof ChunkError ? error : null;
  // A chunk that fails twice is gone: a newer build has replaced it, or the browser caches the failure.
  useEffect(() => {
    if (chunk && retried === window.location.pathname) reloadWhereServed();
  }, [chunk]);
  const retry = async (): Promise<void> => {
    retried = window.location.pathname;
    setBusy(true);
    await router.invalidate();
    reset();
    setBusy(false);
  };
  return (
    <main>
      <NoticeCard
        alert
        icon={<Icon name="warning" size={32} />}
        title={t(chunk ? 'app.reloadTitle' : 'app.failed')}
        text={t(chunk ? 'app.reloadText' : 'app.failedText')}
        action={
          <>
            <Button kind="primary" busy={busy} onClick={() => void retry()}>
              {t(chunk ? 'app.reload' : 'app.retry')}
            </Button>
            <Button kind="ghost" onClick={() => void router.navigate({ to: '/pages/tabbar/home' })}>
              {t('app.goHome')}
            </Button>
          </>
        }
      />
    </main>
  );
}

export function PagePending() {
  const { t } = useTranslation();
  return (
    <p className="visually-hidden" role="status">
      {t('app.loading')}
    </p>
  );
}

/** Page for unknown addresses, with a search. */
export const PageNotFound = lazyBlock(
  () => import('../../features/not-found/not-found-page.tsx'),
  ({ NotFoundPage: part }) => part,
  <PagePending />,
);
