// Security headers of every response, and CORS for the root domain of an `api.` host.
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { rootDomain } from '../../core/endpoints/http.ts';
import { isEmbedAddress } from '../../core/embed/embed-protocol.ts';

/** How long a browser caches a preflight response. */
const PREFLIGHT_SECONDS = 86_400;
const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i;
/** The script that other sites load to embed a chart. */
const LOADER = '/embed.js';

/** The page of the operators, and its files. */
const OPERATOR_FILES = ['/ops', '/operator.html', '/ops/ops.js', '/ops/ops.css'];
/** Stricter than that of the app: own scripts and calls, no sockets, pictures from memory alone. */
const OPERATOR_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Whether an address is that of the operator's page or of one of its files; it is never stored by a browser. */
export function isOperatorPage(url: string): boolean {
  return OPERATOR_FILES.includes(url.split('?', 1)[0] ?? '');
}

export interface HeaderPolicy {
  /** The development server uses inline scripts and styles. */
  development: boolean;
}

/**
 * Root of an API host: "example.com:8080" of "api.example.com:8080". Another host is its own root
 * (docs/specification.md 7).
 */
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

/** Headers of every response, errors included. Only the embedded chart may be framed by other sites. */
export function securityHeaders(
  request: IncomingMessage,
  secure: boolean,
  policy: HeaderPolicy,
): Readonly<OutgoingHttpHeaders> {
  const url = request.url ?? '';
  const framed = isEmbedAddress(url);
  const operator = isOperatorPage(url);
  const loader = url.split('?', 1)[0] === LOADER;
  const host = hostOf(request);
  const key = `${host} ${secure} ${policy.development} ${framed} ${operator} ${loader}`;
  const known = sent.get(key);
  if (known !== undefined) return known;
  if (sent.size >= MAX_SENT) sent.clear();
  const headers = newHeaders(host, secure, policy, { framed, operator, loader });
  sent.set(key, headers);
  return headers;
}

/** Headers as they were sent: most requests name one host. Emptied at the limit. */
const sent = new Map<string, Readonly<OutgoingHttpHeaders>>();
const MAX_SENT = 1_000;

function newHeaders(
  host: string,
  secure: boolean,
  policy: HeaderPolicy,
  { framed, operator, loader }: Record<'framed' | 'operator' | 'loader', boolean>,
): OutgoingHttpHeaders {
  return {
    'content-security-policy':
      operator && !policy.development ? OPERATOR_POLICY : contentPolicy(host, secure, policy, framed),
    'x-content-type-options': 'nosniff',
    ...(framed ? {} : { 'x-frame-options': 'DENY' }),
    ...(framed || loader ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    ...(operator ? { 'x-robots-tag': 'noindex' } : {}),
    'referrer-policy': operator ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Headers that let a page of another origin read the response; none for an origin that may not call. */
export function corsHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { origin } = request.headers;
  if (origin === undefined || !mayCall(origin, hostOf(request))) return { vary: 'origin' };
  return { vary: 'origin', 'access-control-allow-origin': origin };
}

/** Methods and headers allowed by a preflight. */
export const PREFLIGHT_HEADERS: OutgoingHttpHeaders = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'accept, accept-language, accesstoken, content-type, idempotency-key, traceparent, x-requested-with',
  'access-control-max-age': String(PREFLIGHT_SECONDS),
};

function hostOf(request: IncomingMessage): string {
  const host = request.headers.host ?? '';
  return HOST.test(host) ? host : 'localhost';
}

/** The API host of a page's host (docs/specification.md 7); none where the root domain may belong to others. */
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
