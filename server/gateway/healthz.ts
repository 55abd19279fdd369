// Health checks for process monitors and proxies: whether the exchange can commit, and takes new connections.
import type { FastifyInstance } from 'fastify';
import { CODE, reject } from '../../core/errors/errors.ts';
import { accepted, languageOf, newTraceId, refused } from './envelope.ts';

export interface HealthDeps {
  /** Why nothing can be committed; null: it can. */
  healthError(): unknown;
  /** Difference of the machine's clock and the exchange's time in ms; 0 while they agree. */
  clockAheadMs(): number;
  /** Whether the exchange is closing: it answers what came in, and should get nothing new. */
  isClosing(): boolean;
  now(): number;
}

/**
 * Monitors learn within two seconds that the store hangs: of a commit that takes this long, and the next one begins
 * within a second. Callers wait longer.
 */
export const REPORTED_MS = 800;

/**
 * Adds `GET /healthz` and `/readyz` before the server listens: 200 and code 0, or 503 and code 1500 while nothing can
 * be committed; `/readyz` also while the exchange is closing.
 */
export function addHealthz(http: FastifyInstance, deps: HealthDeps): void {
  addCheck(http, '/healthz', deps, () => deps.healthError() !== null);
  addCheck(http, '/readyz', deps, () => deps.isClosing() || deps.healthError() !== null);
}

function addCheck(http: FastifyInstance, path: string, { clockAheadMs, now }: HealthDeps, isIll: () => boolean): void {
  http.get(path, (request, reply) => {
    const language = languageOf(request.headers['accept-language']);
    const ill = isIll();
    const body = ill
      ? refused(reject(CODE.busy), language, now(), newTraceId())
      : accepted({ clockAheadMs: clockAheadMs() }, language, now(), newTraceId());
    return reply
      .code(ill ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(body);
  });
}
