// What the head of a request shows of its sender: own machine without a proxy or not, and its user agent.
import type { IncomingMessage } from 'node:http';

/** Headers that proxies add. Behind a proxy on this machine every request has a loopback address. */
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const;
const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The host must be a loopback name: this excludes proxies that keep the host, and foreign names that resolve to
 * this machine.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    OWN_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}

/** Characters of the user agent that are used. */
const MAX_AGENT = 200;

export function agentOf({ headers }: IncomingMessage): string {
  return (headers['user-agent'] ?? '').slice(0, MAX_AGENT);
}
