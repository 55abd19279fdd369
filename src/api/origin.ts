// Address of the exchange, derived from the page's address; used by every call and the socket.
import { API_BASE, SOCKET_PATH, rootDomain } from '../../core/endpoints/http.ts';

/** Input of the rule: parts of `location` and the page's `<meta name="api-origin">`. */
export interface Page {
  protocol: string;
  hostname: string;
  /** Host with port. */
  host: string;
  /**
   * `self`: the server of this page is the exchange. `domain`: the exchange is at `api.` + the root domain.
   * `domain:example.co.uk`: the same, and that is the root.
   */
  origin: string;
}

/**
 * Host of the exchange. It is the page's own host when `<meta name="api-origin">` is `self` (as shipped) or when the
 * host has no registrable root domain; otherwise `api.` + the root domain on the default port. A page on a static host
 * uses `content="domain"`, and names the root where it has more than two labels (`domain:example.co.uk`).
 */
export function apiHost(page: Page): string {
  const root = rootOf(page);
  return root === null ? page.host : `api.${root}`;
}

function rootOf({ origin, hostname }: Page): string | null {
  if (origin === 'self') return null;
  const [, named = ''] = origin.split(':', 2);
  if (named === '') return rootDomain(hostname);
  return hostname === named || hostname.endsWith(`.${named}`) ? named : null;
}

/** Prefix of every call's path, e.g. "https://api.example.com/mmtb-api". */
export function apiBase(page: Page): string {
  return `${page.protocol}//${apiHost(page)}${API_BASE}`;
}

/** Address of the feed socket: ws for http pages, wss otherwise. */
export function socketUrl(page: Page): string {
  return `${page.protocol === 'http:' ? 'ws:' : 'wss:'}//${apiHost(page)}${SOCKET_PATH}`;
}

/** Input of the rule for this document. */
export function thisPage(): Page {
  const { protocol, hostname, host } = window.location;
  const origin = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? 'domain';
  return { protocol, hostname, host, origin };
}
