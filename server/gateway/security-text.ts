// Contact for reports of vulnerabilities (security.txt, RFC 9116).
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../core/units/durations.ts';

/** Validity of the text in ms; requested again after it. */
const GOOD_MS = 180 * DAY_MS;
/** Contact when the operator has set none. */
const SERVICE_PAGE = '/pages/user/service';

/**
 * Adds `/.well-known/security.txt` before the server listens. `contact`: `mailto:` or `https:`; null: the customer
 * service page.
 */
export function addSecurityText(http: FastifyInstance, contact: string | null, now: () => number): void {
  http.get('/.well-known/security.txt', (request, reply) => {
    const site = `${request.protocol}://${request.host}`;
    const expires = new Date(now() + GOOD_MS).toISOString();
    const lines = [
      `Contact: ${contact ?? site + SERVICE_PAGE}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${site}/.well-known/security.txt`,
    ];
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
