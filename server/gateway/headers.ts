// Security headers of every answer, and which other origins may call (API host `api.` + root domain,
// docs/specification.md 7).
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { rootDomain } from '../../core/endpoints/http.ts';
import { isEmbedAddress } from '../../core/embed/embed-protocol.ts';

/** One day: how long a browser remembers the answer to a preflight. */
const PREFLIGHT_SECONDS = 86_400;
const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i;
/** The script that other sites load to embed a chart. */
const LOADER = '/embed.js';

export interface HeaderPolicy {
  /** The development server writes inline scripts and styles; nothing else may. */
  development: boolean;
}

/** "example.com:8080" of "api.example.com:8080": whose pages may call that host. Another host is its own root. */
export function rootOf(host: string): string {
  return host.toLowerCase().replace(/^api\.(?=[^.:]+\.)/, '');
}

/**
 * Whether a page of `origin` may call `host`: the page's own host, or the root domain (bare or www) of an `api.` host.
 */
export function mayCall(origin: string, host: string): boolean {
  let page: URL;
  try {
    page = new URL(origin);
  } catch {
    return false;
  }
  if (page.protocol !== 'http:' && page.protocol !== 'https:') return false;
  if (page.host === host.toLowerCase()) return true;
  const root = rootOf(host);
  return host.toLowerCase().startsWith('api.') && (page.host === root || page.host === `www.${root}`);
}

/** Headers that stand on every answer, errors included. Only the embedded chart may stand in a foreign frame. */
export function securityHeaders(request: IncomingMessage, secure: boolean, policy: HeaderPolicy): OutgoingHttpHeaders {
  const url = request.url ?? '';
  const framed = isEmbedAddress(url);
  return {
    'content-security-policy': contentPolicy(hostOf(request), secure, policy, framed),
    'x-content-type-options': 'nosniff',
    ...(framed ? {} : { 'x-frame-options': 'DENY' }),
    ...(framed || url.split('?', 1)[0] === LOADER ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Headers that let a page of another origin read the answer; none for an origin that may not call. */
export function corsHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { origin } = request.headers;
  if (origin === undefined || !mayCall(origin, hostOf(request))) return { vary: 'origin' };
  return { vary: 'origin', 'access-control-allow-origin': origin };
}

/** What a preflight may ask for beyond the origin. */
export const PREFLIGHT_HEADERS: OutgoingHttpHeaders = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'accept, accept-language, accesstoken, content-type, x-requested-with',
  'access-control-max-age': String(PREFLIGHT_SECONDS),
};

function hostOf(request: IncomingMessage): string {
  const host = request.headers.host ?? '';
  return HOST.test(host) ? host : 'localhost';
}

/** The API host of a page's host (docs/specification.md 7); none where the root domain might be somebody else's. */
function apiHosts(host: string): string[] {
  const [name = '', port] = host.split(':');
  const root = rootDomain(name);
  return root === null ? [] : [`api.${root}${port === undefined ? '' : `:${port}`}`];
}

function contentPolicy(host: string, secure: boolean, policy: HeaderPolicy, framed: boolean): string {
  const inline = policy.development ? " 'unsafe-inline'" : '';
  const hosts = [host, ...apiHosts(host)];
  const calls = hosts
    .slice(1)
    .map((name) => ` ${secure ? 'https' : 'http'}://${name}`)
    .join('');
  const sockets = hosts.map((name) => ` ${secure ? 'wss' : 'ws'}://${name}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${calls}${sockets}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framed ? '*' : "'none'"}`,
  ].join('; ');
}
