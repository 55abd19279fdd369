// Service worker: caches this build's shell for offline starts and shows push notifications.
// Responses of the exchange are never cached.
/** Addresses of this build's shell, inserted at build time; the first is the page. */
declare const SHELL: string[];
/** Hash of the shell's files. */
declare const BUILD: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}
interface NotificationClickEvent extends ExtendableEvent {
  notification: Notification & { data: unknown };
}
interface ClientMessage extends ExtendableEvent {
  data: unknown;
}
interface Page {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface Scope {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(of: { tag: string }): Promise<Notification[]>;
  };
  addEventListener<E extends Event>(name: string, listener: (event: E) => void): void;
}
const scope = self as unknown as Scope;

const CACHE_PREFIX = 'shell-';
const CACHE = CACHE_PREFIX + BUILD;
const PAGE = '/';
const HASHED = '/assets/';
/** After this time without a response the cached page is used. */
const PAGE_TIMEOUT_MS = 4_000;
/** Paths of the server that are no pages of the app. */
const SERVER_PATHS = /^\/(mmtb-api|ops|embed|docs|api-docs|proofs)(\/|$)/;

scope.addEventListener('install', (event: ExtendableEvent) =>
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL))),
);

scope.addEventListener('activate', (event: ExtendableEvent) =>
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await scope.clients.claim();
    })(),
  ),
);

/**
 * 'renew': the user accepted the new version. `{keep}`: assets that the page loaded before this worker was active; they
 * are cached too.
 */
scope.addEventListener('message', (event: ClientMessage) => {
  if (event.data === 'renew') return event.waitUntil(scope.skipWaiting());
  const { keep } = (event.data ?? {}) as { keep?: unknown };
  if (Array.isArray(keep))
    event.waitUntil(
      cacheAll(keep.filter((path): path is string => typeof path === 'string' && path.startsWith(HASHED))),
    );
});

scope.addEventListener('fetch', (event: FetchEvent) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin || SERVER_PATHS.test(pathname)) return;
  if (request.mode === 'navigate') {
    // In a frame is the embedded chart, which is no page of the app and is not cached.
    if (request.destination === 'document') event.respondWith(pageFor(request));
  } else if (pathname.startsWith(HASHED)) event.respondWith(hashed(event));
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => fromCache(pathname)));
});

/** The page from the network where possible, so that it is never older than the exchange. */
async function pageFor(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  } catch {
    return fromCache(PAGE);
  }
}

/** Hashed names are immutable. An answer is given also where it cannot be stored: the device is full. */
async function hashed(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const known = await caches.match(request).catch(() => undefined);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) event.waitUntil(store(request, answer.clone()));
  return answer;
}

async function store(request: Request, answer: Response): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(request, answer);
  } catch (cause) {
    console.warn('storing a part failed', request.url, cause);
  }
}

async function fromCache(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error();
}

async function cacheAll(paths: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await cache.match(path))) await cache.add(path);
    }),
  );
}

/**
 * Push message `{title, body, link, tag}`. A visible page has already shown it; as browsers require a notification for
 * every push, it is then shown silently and closed at once.
 */
scope.addEventListener('push', (event: PushEvent) =>
  event.waitUntil(
    (async () => {
      const { title, body, link, tag: given } = (event.data?.json() ?? {}) as Record<string, unknown>;
      const tag = String(given ?? '');
      const seen = (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).some(
        ({ visibilityState }) => visibilityState === 'visible',
      );
      await scope.registration.showNotification(String(title ?? 'DeFi'), {
        body: String(body ?? ''),
        tag,
        silent: seen,
        icon: '/icon-192.png',
        badge: '/icon-192.png',
        data: typeof link === 'string' ? link : PAGE,
      });
      if (seen) for (const shown of await scope.registration.getNotifications({ tag })) shown.close();
    })(),
  ),
);

scope.addEventListener('notificationclick', (event: NotificationClickEvent) => {
  event.notification.close();
  const asked = new URL(String(event.notification.data ?? PAGE), scope.location.origin);
  // A push may only open pages of this app.
  const address = asked.origin === scope.location.origin ? asked.href : scope.location.origin;
  event.waitUntil(
    (async () => {
      const [page] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (!page) return scope.clients.openWindow(address);
      await page.focus();
      return page.navigate(address);
    })(),
  );
});
