// What the head of a request shows of its sender: own machine without a proxy or not, and its user agent.
import type { IncomingMessage } from 'node:http';

/** Headers that proxies add. Behind a proxy on this machine every request has a loopback address. */
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-client-ip',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'via',
] as const;
const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const OWN_ORIGIN = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Servers that a page called by another name than the request had: a proxy on this machine rewrote it. From then on
 * none of their requests is local, because callers of that proxy who send no origin look like programs.
 */
const behindProxies = new WeakSet<object>();

/**
 * The host must be a loopback name: this excludes proxies that keep the host, and foreign names that resolve to
 * this machine. So must be the page's, and the protocol is not the one that proxies speak alone.
 */
export function isLocal({ socket, headers, httpVersion }: IncomingMessage): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? '') || !OWN_NAME.test(headers.host ?? '')) return false;
  const { origin, 'sec-fetch-site': site } = headers;
  const isForeignPage = origin !== undefined && !OWN_ORIGIN.test(origin);
  const { server } = socket as { server?: object };
  if (server && isForeignPage && site !== 'cross-site' && site !== 'same-site') behindProxies.add(server);
  return (
    !isForeignPage &&
    !(server && behindProxies.has(server)) &&
    httpVersion !== '1.0' &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}

/** Characters of the user agent that are used. */
const MAX_AGENT = 200;

export function agentOf({ headers }: IncomingMessage): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_AGENT);
}
