// Components loaded on first use.
// A failed load can be retried and leaves the rest of the page intact.
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { loadNamespaces } from '../../locales/i18n.ts';
import type { Namespace } from '../../locales/namespaces.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';

/** Time to read of the failure and to tap on "Reload". */
const RELOAD_OFFER_MS = 15_000;
/** The way out where retries are in vain: once a newer build is there, the parts of this one are gone. */
const reloadPage = (): void => location.reload();

/** A lazy component, shared by all places that render it. */
interface LazyComponent<P> {
  /** Null until it is loaded. */
  component: ComponentType<P> | null;
  load: () => Promise<void>;
}

/**
 * `load` imports a module and does nothing else (see `importWithRetry`); `pick` selects the component; `texts` are
 * loaded with it.
 */
function lazyComponent<M, P>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  texts: readonly Namespace[] = [],
): LazyComponent<P> {
  const importModule = importWithRetry(load);
  const lazy: LazyComponent<P> = {
    component: null,
    load: async () => {
      const [module] = await Promise.all([importModule(), loadNamespaces(texts)]);
      lazy.component = pick(module);
    },
  };
  return lazy;
}

/** The component once it is loaded. Loading starts when `wanted` becomes true; `onFailed` is called when it fails. */
function useLazyComponent<P>(lazy: LazyComponent<P>, wanted: boolean, onFailed: () => void): ComponentType<P> | null {
  const [, setLoaded] = useState(false);
  const fail = useEffectEvent((cause: unknown) => {
    console.warn('component load failed', cause);
    onFailed();
  });
  useEffect(() => {
    if (!wanted || lazy.component) return undefined;
    let disposed = false;
    lazy.load().then(
      () => setLoaded(true),
      (cause: unknown) => {
        if (!disposed) fail(cause);
      },
    );
    return () => {
      disposed = true;
    };
  }, [lazy, wanted]);
  return lazy.component;
}

/**
 * A component within the page: `placeholder` in its place while it loads, and when that fails `failed`, by default a
 * card with a retry button. After `preload` it is there at once.
 */
export function lazyBlock<M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  placeholder: ReactNode = null,
  { failed, texts = [] }: { failed?: ReactNode; texts?: readonly Namespace[] } = {},
): FunctionComponent<P> & { preload: () => Promise<void> } {
  const lazy = lazyComponent(load, pick, texts);
  return Object.assign(
    function LazyBlock(props: P) {
      const { t } = useTranslation();
      const [hasFailed, setFailed] = useState(false);
      const Component = useLazyComponent(lazy, !hasFailed, () => setFailed(true));
      if (Component) return <Component {...props} />;
      if (!hasFailed) return placeholder;
      if (failed !== undefined) return failed;
      return (
        <NoticeCard
          alert
          title={t('app.reloadTitle')}
          text={t('app.reloadText')}
          action={
            <>
              <Button small onClick={() => setFailed(false)}>
                {t('app.retry')}
              </Button>
              <Button small kind="ghost" onClick={reloadPage}>
                {t('app.reload')}
              </Button>
            </>
          }
        />
      );
    },
    { preload: lazy.load },
  );
}

/** Escape and Back end the opening of a sheet that is not there yet: it would come over what the user does next. */
function useCancel(waits: boolean, onCancel: () => void): void {
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    if (!waits) return undefined;
    const off = new AbortController();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // Nothing that is open around it closes as well.
      event.preventDefault();
      cancel();
    };
    window.addEventListener('keydown', onKey, { capture: true, signal: off.signal });
    window.addEventListener('popstate', () => cancel(), { signal: off.signal });
    return () => off.abort();
  }, [waits]);
}

interface SheetProps {
  open: boolean;
  onClose: () => void;
}

/**
 * A component above the page, loaded when it is first opened. When that fails a toast with `message` is shown and it is
 * closed; the next opening retries.
 */
export function lazySheet<M, P extends SheetProps>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  message: 'app.reloadTitle' | 'app.failed' = 'app.reloadTitle',
  texts: readonly Namespace[] = [],
): FunctionComponent<P> {
  const lazy = lazyComponent(load, pick, texts);
  return function LazySheet(props: P) {
    const { t } = useTranslation();
    const Component = useLazyComponent(lazy, props.open, () => {
      showToast(t(message), 'error', RELOAD_OFFER_MS, { label: t('app.reload'), run: reloadPage });
      props.onClose();
    });
    useCancel(props.open && Component === null, props.onClose);
    return Component && <Component {...props} />;
  };
}
