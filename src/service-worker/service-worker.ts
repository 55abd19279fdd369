// The service worker: keeps the shell of this build for days without a network, and shows what is pushed. It never
// keeps an answer of the exchange.
/** Addresses of this build's shell, put here when it is built; the first is the page. */
declare const SHELL: string[];
/** Changes with any file of the shell. */
declare const BUILD: string;

interface Waitable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchAsked extends Waitable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Waitable {
  data: { json(): unknown } | null;
}
interface Tapped extends Waitable {
  notification: Notification & { data: unknown };
}
interface ClientMessage extends Waitable {
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
  addEventListener<E extends Event>(name: string, hear: (event: E) => void): void;
}
const scope = self as unknown as Scope;

const FRONT = 'shell-';
const CACHE = FRONT + BUILD;
const PAGE = '/';
const HASHED = '/assets/';
/** A page that the network does not bring within this time is the kept one. */
const PAGE_TIMEOUT_MS = 4_000;
/** Rooms of the server that are no pages of the app. */
const NOT_OURS = /^\/(mmtb-api|ops|embed|docs|api-docs|proofs)(\/|$)/;

scope.addEventListener('install', (event: Waitable) =>
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL))),
);

scope.addEventListener('activate', (event: Waitable) =>
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith(FRONT) && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await scope.clients.claim();
    })(),
  ),
);

/** 'renew': the person asked for the new version. `{keep}`: assets that a page loaded before this worker watched. */
scope.addEventListener('message', (event: ClientMessage) => {
  if (event.data === 'renew') return event.waitUntil(scope.skipWaiting());
  const { keep } = (event.data ?? {}) as { keep?: unknown };
  if (Array.isArray(keep))
    event.waitUntil(
      keepAll(keep.filter((path): path is string => typeof path === 'string' && path.startsWith(HASHED))),
    );
});

scope.addEventListener('fetch', (event: FetchAsked) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin || NOT_OURS.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(pageFor(request));
  else if (pathname.startsWith(HASHED)) event.respondWith(hashed(request));
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => cachedOr(pathname)));
});

/** The server's page while there is a network: it is never older than the exchange it talks to. */
async function pageFor(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  } catch {
    return cachedOr(PAGE);
  }
}

/** A name that carries a hash has one content for ever. */
async function hashed(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function cachedOr(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error();
}

async function keepAll(paths: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    paths.map(async (path) => {
      if (!(await cache.match(path))) await cache.add(path);
    }),
  );
}

/**
 * What the exchange pushes: `{title, body, link, tag}`. A page in sight has told it already: browsers want every push
 * shown, so it is, and taken back without a sound.
 */
scope.addEventListener('push', (event: Pushed) =>
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

scope.addEventListener('notificationclick', (event: Tapped) => {
  event.notification.close();
  const asked = new URL(String(event.notification.data ?? PAGE), scope.location.origin);
  // Nothing that is pushed leads away from this app.
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
