// Where to report a weakness (RFC 9116), for anybody who finds one.
import type { FastifyInstance } from 'fastify';

/** The text asks to be read again after this long, in ms. */
const GOOD_MS = 180 * 86_400_000;
/** Where a person writes to us, when the operator names no other place. */
const SERVICE_PAGE = '/pages/user/service';

/**
 * Adds `/.well-known/security.txt` to a server that does not listen yet. `contact`: `mailto:` or `https:`; null: the
 * page of customer service.
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
