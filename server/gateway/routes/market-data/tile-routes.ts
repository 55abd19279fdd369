// Tiles over HTTP: GETs with binary answers that browsers and proxies may store.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../../core/endpoints/http.ts';
import { TILE_CALLS } from '../../../../core/endpoints/tile-endpoints.ts';
import { TRADE_TILE_MS } from '../../../../core/market-data/trade-tile.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import { unzip } from '../../../archive/gzip.ts';
import type { TileAnswer, TileKind } from '../../../archive/tiles/tiles.ts';
import { type CallDeps, envelopeOf } from '../../call-runner.ts';
import { languageOf, traceIdOf } from '../../envelope.ts';
import { parseForm, readRequest } from '../../forms/form-body.ts';
import { networkOf } from '../../proxies.ts';
import { accepts } from '../../static-files.ts';

export interface TileSource {
  read(
    kind: TileKind,
    request: { coinInfoId: number; stepMs: number; levelTicks: number; fromMs: number },
    caller: string,
  ): Promise<TileAnswer>;
}

/** HTTP status of a refusal; an answer that is no tile is an envelope. */
const STATUS: Partial<Record<number, number>> = {
  [CODE.fieldInvalid]: 400,
  [CODE.notFound]: 404,
  [CODE.notRecordedHere]: 404,
  [CODE.tooManyRequests]: 429,
  [CODE.busy]: 503,
};
/** A finished tile never changes. */
const FINISHED = 'public, max-age=86400, immutable';

/** Adds `GET /tiles/flow`, `depth` and `trades` before the server listens. Without `tiles` all of them are 404. */
export function addTiles(
  http: FastifyInstance,
  tiles: TileSource | null,
  deps: Pick<CallDeps, 'limits' | 'now' | 'log'>,
): void {
  const add = (
    kind: TileKind,
    requestOf: (query: Record<string, string>) => Parameters<TileSource['read']>[1],
  ): void => {
    http.get(`${API_BASE}/tiles/${kind}`, async (request, reply) => {
      try {
        await deps.limits.consume('tile', networkOf(request.ip));
        const url = request.raw.url ?? '';
        const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
        const answer = await tiles?.read(kind, requestOf(parseForm(query)), networkOf(request.ip));
        return await send(request, reply, answer ?? { kind: 'missing' });
      } catch (error) {
        return refuseBinary(deps, reply, error);
      }
    });
  };
  add('flow', (query) => {
    const { barMs, ...rest } = readRequest(TILE_CALLS['/tiles/flow'].request, query);
    return { ...rest, stepMs: barMs };
  });
  add('depth', (query) => {
    const { columnMs, ...rest } = readRequest(TILE_CALLS['/tiles/depth'].request, query);
    return { ...rest, stepMs: columnMs };
  });
  add('trades', (query) => ({
    ...readRequest(TILE_CALLS['/tiles/trades'].request, query),
    stepMs: TRADE_TILE_MS,
    levelTicks: 1,
  }));
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: TileAnswer): Promise<FastifyReply> {
  if (answer.kind === 'missing') throw new RejectError(CODE.notFound);
  if (answer.kind === 'busy') throw new RejectError(CODE.tooManyRequests, { retryAfter: 1 });
  const isZipped = accepts(request.raw, 'gzip');
  const bytes = isZipped ? answer.bytes : await unzip(answer.bytes);
  return reply
    .header('cache-control', answer.isFinished ? FINISHED : 'no-store')
    .header('vary', 'origin, accept-encoding')
    .headers(isZipped ? { 'content-encoding': 'gzip' } : {})
    .type('application/octet-stream')
    .send(bytes);
}

/** Refuses a GET: an envelope with an HTTP status, or the page that `page` makes of its sentence. */
export function refuseBinary(
  deps: Pick<CallDeps, 'now' | 'log'>,
  reply: FastifyReply,
  error: unknown,
  page?: (sentence: string) => string,
): FastifyReply {
  const { 'accept-language': language, traceparent } = reply.request.headers;
  const body = envelopeOf(deps, error, languageOf(language), traceIdOf(traceparent));
  const { retryAfter } = error instanceof RejectError ? (error.reject.params ?? {}) : {};
  return reply
    .code(STATUS[body.code] ?? 200)
    .header('cache-control', 'no-store')
    .headers(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
    .type(page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .send(page ? page(body.msg) : body);
}
