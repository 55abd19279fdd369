// The service worker of this page: kept up to date; a new version is offered when nothing is being typed, and taken
// when the person says so, between two pages and never inside one.
import { loadWords } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { router } from '../routing/router.tsx';

/** A long-lived page asks this often whether there is a new version. */
const ASK_EVERY_MS = 1_800_000;
/** The offer stands long enough to be read twice; it comes again with the next page load. */
const OFFER_MS = 15_000;
/** A page has its fields filled this long after it came. */
const SETTLE_MS = 500;
/** A new worker that has not taken over after this long is not waited for. */
const TAKE_OVER_MS = 3_000;

/** Registers the worker; a browser without one, or that refuses, goes on without. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    handOver(await navigator.serviceWorker.ready);
    watch(registration);
    setInterval(
      () => void registration.update().catch((cause: unknown) => console.warn('no word of a new version', cause)),
      ASK_EVERY_MS,
    );
  } catch (cause) {
    console.warn('this browser keeps no shell', cause);
  }
}

/** What this page loaded before the worker watched is kept as well: the page opens again without a network. */
function handOver({ active }: ServiceWorkerRegistration): void {
  const keep = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
  active?.postMessage({ keep: keep.filter((path) => path.startsWith('/assets/')) }, []);
}

function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) void offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) void offer(coming);
    });
  });
}

/** Whether a person is in the middle of something: a sheet is open, or a field of the page holds what was typed. */
function isBusy(): boolean {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '#page :is(input:not([type=checkbox], [type=radio], [type=file]), textarea)',
    ),
  ];
  return document.querySelector('dialog[open]') !== null || fields.some(({ value }) => value !== '');
}

/** Resolves between two pages, or at once where nothing would be interrupted. */
function whenFree(): Promise<void> {
  if (!isBusy()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      // The page that comes fills its fields first.
      setTimeout(() => {
        if (isBusy()) return;
        stop();
        resolve();
      }, SETTLE_MS);
    });
  });
}

async function offer(coming: ServiceWorker): Promise<void> {
  await Promise.all([loadWords(['status']), whenFree()]);
  const t = translate();
  showToast(t('status.newVersion'), 'info', OFFER_MS, {
    label: t('status.useNewVersion'),
    run: () => {
      showToast(t('status.newVersionNext'));
      renewAtNextPage(coming);
    },
  });
}

/** The page that is open stays as it is, with all that was typed; the one after it comes from the new version. */
function renewAtNextPage(coming: ServiceWorker): void {
  const stop = router.subscribe('onResolved', ({ pathChanged }) => {
    if (!pathChanged) return;
    stop();
    const reload = (): void => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    setTimeout(reload, TAKE_OVER_MS);
    coming.postMessage('renew', []);
  });
}
