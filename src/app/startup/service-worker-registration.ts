// Registers the service worker and offers new versions.
// An accepted version is activated at the next navigation, so that no input is lost.
import { loadNamespaces } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { appRouter } from '../routing/router.tsx';

/** Interval of the check for a new version in a page that stays open. */
const CHECK_EVERY_MS = 1_800_000;
/** How long the offer is shown; it is repeated at the next page load. */
const OFFER_MS = 15_000;
/** A page has rendered its fields after this time. */
const RENDER_MS = 500;
/** The page reloads after this time even when the new worker has not taken control. */
const ACTIVATION_TIMEOUT_MS = 3_000;

/** Registers the service worker. Browsers without support, or where it fails, continue without one. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    cacheLoadedAssets(await navigator.serviceWorker.ready);
    watchForUpdates(registration);
    setInterval(
      () =>
        void registration.update().catch((cause: unknown) => console.warn('service worker update check failed', cause)),
      CHECK_EVERY_MS,
    );
  } catch (cause) {
    console.warn('service worker registration failed', cause);
  }
}

/** Sends the worker the assets that this page loaded before the worker was active, so that they are cached too. */
function cacheLoadedAssets({ active }: ServiceWorkerRegistration): void {
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
  active?.postMessage({ keep: assets.filter((path) => path.startsWith('/assets/')) }, []);
}

function watchForUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) void offerUpdate(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const newWorker = registration.installing;
    newWorker?.addEventListener('statechange', () => {
      if (newWorker.state === 'installed' && navigator.serviceWorker.controller) void offerUpdate(newWorker);
    });
  });
}

/** Whether the user is busy: a dialog is open, or a field of the page has input. */
function isBusy(): boolean {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '#page :is(input:not([type=checkbox], [type=radio], [type=file]), textarea)',
    ),
  ];
  return document.querySelector('dialog[open]') !== null || fields.some(({ value }) => value !== '');
}

/** Resolves as soon as the user is not busy, checked after each navigation. */
function whenIdle(): Promise<void> {
  if (!isBusy()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = appRouter().subscribe('onResolved', () => {
      // The new page fills its fields first.
      setTimeout(() => {
        if (isBusy()) return;
        stop();
        resolve();
      }, RENDER_MS);
    });
  });
}

async function offerUpdate(newWorker: ServiceWorker): Promise<void> {
  await Promise.all([loadNamespaces(['status']), whenIdle()]);
  const t = translate();
  showToast(t('status.newVersion'), 'info', OFFER_MS, {
    label: t('status.useNewVersion'),
    run: () => {
      showToast(t('status.newVersionNext'));
      updateAtNextNavigation(newWorker);
    },
  });
}

/** Activates the new version and reloads at the next navigation; the current page keeps its input. */
function updateAtNextNavigation(newWorker: ServiceWorker): void {
  const stop = appRouter().subscribe('onResolved', ({ pathChanged }) => {
    if (!pathChanged) return;
    stop();
    const reload = (): void => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    setTimeout(reload, ACTIVATION_TIMEOUT_MS);
    newWorker.postMessage('renew', []);
  });
}
