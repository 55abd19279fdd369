// Whether the exchange can keep what it answers, in one line for whatever watches the process.
import type { FastifyInstance } from 'fastify';
import { CODE, reject } from '../../core/errors/errors.ts';
import { accepted, languageOf, newTraceId, refused } from './envelope.ts';

export interface Signs {
  /** Why nothing can be committed; null: it can. */
  illness(): unknown;
  /** How far the machine's clock is from the exchange's time, ms; 0 while it is sane. */
  clockAheadMs(): number;
  now(): number;
}

/**
 * Adds `GET /healthz` to a server that does not listen yet: 200 and code 0, or 503 and code 1500 while nothing can be
 * committed.
 */
export function addHealthz(http: FastifyInstance, { illness, clockAheadMs, now }: Signs): void {
  http.get('/healthz', (request, reply) => {
    const language = languageOf(request.headers['accept-language']);
    const ill = illness() !== null;
    const body = ill
      ? refused(reject(CODE.busy), language, now(), newTraceId())
      : accepted({ clockAheadMs: clockAheadMs() }, language, now(), newTraceId());
    return reply
      .code(ill ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(body);
  });
}
