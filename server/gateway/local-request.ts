// Whether a request comes from the exchange's own machine: what such a caller may see, nobody else may.
import type { IncomingMessage } from 'node:http';

/** What a proxy writes; behind one on this machine everybody comes from this machine. */
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
 * Asked for by a name of this machine, so that no proxy that keeps the host, and no foreign name that leads here, is
 * taken for it.
 */
export function isLocal({ socket, headers }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    OWN_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
