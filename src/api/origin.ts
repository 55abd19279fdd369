// Where the exchange is: the one rule that every call and the socket follow.
import { API_BASE, SOCKET_PATH, rootDomain } from '../../core/endpoints/http.ts';

/** What the rule needs to know of the page: parts of `location`, and the page's `<meta name="api-origin">`. */
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
 * Host of the exchange. The page's own host when the page says that its server is the exchange (`<meta
 * name="api-origin" content="self">`, as shipped), or when it has no root domain that is certainly one owner's; else
 * `api.` + that root, with the scheme's own port: a page that lies on some static host carries `content="domain"`, and
 * names the root where two labels are not it (`domain:example.co.uk`).
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

/** Address in front of every call's path, e.g. "https://api.example.com/mmtb-api". */
export function apiBase(page: Page): string {
  return `${page.protocol}//${apiHost(page)}${API_BASE}`;
}

/** Address of the feed: ws for http pages, wss otherwise. */
export function socketUrl(page: Page): string {
  return `${page.protocol === 'http:' ? 'ws:' : 'wss:'}//${apiHost(page)}${SOCKET_PATH}`;
}

/** This document as the rule sees it. */
export function thisPage(): Page {
  const { protocol, hostname, host } = window.location;
  const origin = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? 'domain';
  return { protocol, hostname, host, origin };
}
