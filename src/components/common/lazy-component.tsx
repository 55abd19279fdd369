// Parts of a screen whose code comes when they are first wanted. One that does not come takes nothing else along, and
// is asked for again.
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';

/** A part for all places that show it. */
interface Source<P> {
  /** Null until it has come. */
  part: ComponentType<P> | null;
  fetch: () => Promise<void>;
}

/** `load` imports a module and does nothing else (see `askedAgain`); `pick` finds the part in it. */
function sourceOf<M, P>(load: () => Promise<M>, pick: (module: M) => ComponentType<P>): Source<P> {
  const fetchModule = importWithRetry(load);
  const source: Source<P> = {
    part: null,
    fetch: async () => {
      source.part = pick(await fetchModule());
    },
  };
  return source;
}

/** The part once it is there. Asked for whenever `asks` becomes true; `onLost` hears that it did not come. */
function usePart<P>(source: Source<P>, asks: boolean, onLost: () => void): ComponentType<P> | null {
  const [, setThere] = useState(false);
  const lost = useEffectEvent((cause: unknown) => {
    console.warn('a part of the page did not load', cause);
    onLost();
  });
  useEffect(() => {
    if (!asks || source.part) return undefined;
    let over = false;
    source.fetch().then(
      () => setThere(true),
      (cause: unknown) => {
        if (!over) lost(cause);
      },
    );
    return () => {
      over = true;
    };
  }, [source, asks]);
  return source.part;
}

/**
 * A part that stands in the page: `waiting` in its place until it is there, a card with a way to try again when it does
 * not come.
 */
export function lazyBlock<M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  waiting: ReactNode = null,
): FunctionComponent<P> {
  const source = sourceOf(load, pick);
  return function LazyBlock(props: P) {
    const { t } = useTranslation();
    const [isLost, setLost] = useState(false);
    const Part = usePart(source, !isLost, () => setLost(true));
    if (Part) return <Part {...props} />;
    if (!isLost) return waiting;
    return (
      <NoticeCard
        alert
        title={t('app.reloadTitle')}
        text={t('app.reloadText')}
        action={
          <Button small onClick={() => setLost(false)}>
            {t('app.retry')}
          </Button>
        }
      />
    );
  };
}

/**
 * A part over the page, asked for when it is opened. When it does not come a toast says so and `close` ends the wish:
 * the next one asks again.
 */
export function lazySheet<M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  isOpen: (props: P) => boolean,
  close: (props: P) => void,
): FunctionComponent<P> {
  const source = sourceOf(load, pick);
  return function LazySheet(props: P) {
    const { t } = useTranslation();
    const Part = usePart(source, isOpen(props), () => {
      showToast(t('app.reloadTitle'), 'error');
      close(props);
    });
    return Part && <Part {...props} />;
  };
}
