// Error page: a Reload card for a chunk that could not be loaded, a generic card otherwise; and the
// pending and not-found pages.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { ChunkError } from '../routing/lazy-page.tsx';

/**
 * Retries without a page reload. After the first one the page is reloaded, as some browsers cache the failure of a
 * module.
 */
let triesInPlace = 0;

export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const chunk = error instanceof ChunkError;
  const retry = async (): Promise<void> => {
    if (chunk && triesInPlace++ > 0) return window.location.reload();
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
