// Health check: whether the exchange can commit, for process monitors.
import type { FastifyInstance } from 'fastify';
import { CODE, reject } from '../../core/errors/errors.ts';
import { accepted, languageOf, newTraceId, refused } from './envelope.ts';

export interface HealthDeps {
  /** Why nothing can be committed; null: it can. */
  healthError(): unknown;
  /** Difference of the machine's clock and the exchange's time in ms; 0 while they agree. */
  clockAheadMs(): number;
  now(): number;
}

/**
 * Adds `GET /healthz` before the server listens: 200 and code 0, or 503 and code 1500 while nothing can be
 * committed.
 */
export function addHealthz(http: FastifyInstance, { healthError, clockAheadMs, now }: HealthDeps): void {
  http.get('/healthz', (request, reply) => {
    const language = languageOf(request.headers['accept-language']);
    const ill = healthError() !== null;
    const body = ill
      ? refused(reject(CODE.busy), language, now(), newTraceId())
      : accepted({ clockAheadMs: clockAheadMs() }, language, now(), newTraceId());
    return reply
      .code(ill ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(body);
  });
}
