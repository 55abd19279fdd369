// Where the exchange is: the one rule that every call and the socket follow.
import { API_BASE, SOCKET_PATH } from '../../contract/door.ts';

/** What the rule needs to know of the page: parts of `location`, and the page's `<meta name="api-origin">`. */
export interface Page {
  protocol: string;
  hostname: string;
  /** Host with port. */
  host: string;
  /** `self`: the server of this page is the exchange. Anything else: the exchange is at `api.` + the root domain. */
  origin: string;
}

/** localhost, a name without a dot, IPv4, IPv6. */
function hasNoRootDomain(hostname: string): boolean {
  return !hostname.includes('.') || hostname.endsWith('.localhost') || /^[\d.]+$/.test(hostname) || hostname.includes(':');
}

/**
 * Host of the exchange. The page's own host when it has no root domain (localhost, an IP address) or when the page says that its
 * server is the exchange (`<meta name="api-origin" content="self">`, as shipped); else `api.` + the last two labels of the host,
 * with the scheme's own port: a page that lies on some static host carries `content="domain"`.
 */
export function apiHost(page: Page): string {
  if (page.origin === 'self' || hasNoRootDomain(page.hostname)) return page.host;
  return `api.${page.hostname.split('.').slice(-2).join('.')}`;
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
