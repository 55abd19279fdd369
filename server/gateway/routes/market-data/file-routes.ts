// Files of finished days over HTTP: their list with SHA-256, and each of them.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { API_BASE } from '../../../../core/endpoints/http.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import type { DayFileEntry } from '../../../archive/files/checked-chunks.ts';
import type { DayFileStore } from '../../../archive/files/day-files.ts';
import { dataPage, refusedDataPage } from '../../api-docs/data-page.ts';
import type { CallDeps } from '../../call-runner.ts';
import { accepted, languageOf, traceIdOf } from '../../envelope.ts';
import { networkOf } from '../../proxies.ts';
import { refuseBinary } from './tile-routes.ts';

export type FileSource = Pick<DayFileStore, 'list' | 'entries' | 'open'>;

type FileDeps = Pick<CallDeps, 'limits' | 'now' | 'log'>;

/** Downloads at once, of an address and of all: each has two chunks in memory, half a MiB. */
const MAX_OF_ADDRESS = 16;
const MAX_AT_ONCE = 256;
/** A client that takes nothing for this long is cut off, in ms. */
const IDLE_MS = 30_000;
/** A file never changes once it is listed. */
const CACHE = 'public, max-age=86400, immutable';

/**
 * Adds `GET /files`, `/files/MARKET/DAY/NAME` and the page `/docs/data` before the server listens. Without `files` the
 * list is empty. `nameOf`: a market's name.
 */
export function addDayFiles(
  http: FastifyInstance,
  files: FileSource | null,
  nameOf: (coinInfoId: number) => string,
  deps: FileDeps,
): void {
  http.get('/docs/data', (_request, reply) =>
    answerOrRefuse(
      deps,
      reply,
      async () =>
        reply
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(dataPage((await files?.list()) ?? [], nameOf)),
      refusedDataPage,
    ),
  );
  http.get(`${API_BASE}/files`, (request, reply) =>
    answerOrRefuse(deps, reply, async () => {
      const { 'accept-language': language, traceparent } = request.headers;
      const list = (await files?.list()) ?? [];
      return reply
        .header('cache-control', 'no-store')
        .send(accepted({ list }, languageOf(language), deps.now(), traceIdOf(traceparent)));
    }),
  );
  const downloads = new Downloads();
  http.get<{ Params: FileName }>(`${API_BASE}/files/:market/:day/:name`, (request, reply) =>
    answerOrRefuse(deps, reply, async () => {
      const entry = files && (await listedFile(files, request.params));
      if (!files || !entry) throw new RejectError(CODE.notFound);
      // A HEAD would read all of the file, and send none of it.
      const content =
        request.method === 'HEAD'
          ? Readable.from([])
          : await downloads.open(networkOf(request.ip), () => files.open(entry));
      const traceId = traceIdOf(request.headers.traceparent);
      content.on('error', (error) => deps.log('files.read_failed', error, { traceId }));
      return sendFile(reply, entry, content);
    }),
  );
}

interface FileName {
  market: string;
  day: string;
  name: string;
}

/** Only what is listed is opened: a path cannot lead elsewhere. */
async function listedFile(files: FileSource, { market, day, name }: FileName): Promise<DayFileEntry | undefined> {
  const isDay = /^\d{1,7}$/.test(market) && /^\d{4}-\d{2}-\d{2}$/.test(day);
  const entries = isDay ? await files.entries(Number(market), day) : null;
  return entries?.find((one) => one.name === name);
}

function sendFile(
  reply: FastifyReply,
  { coinInfoId, day, name, bytes }: DayFileEntry,
  content: Readable,
): FastifyReply {
  reply.raw.setTimeout(IDLE_MS, () => reply.raw.destroy());
  return (
    reply
      .header('cache-control', CACHE)
      // The SHA-256 of the list is that of the whole file: a part could not be compared with it.
      .header('accept-ranges', 'none')
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${coinInfoId}-${day}-${name}"`)
      .type(name.endsWith('.gz') ? 'application/gzip' : 'application/vnd.apache.parquet')
      .send(content)
  );
}

/** The downloads under way, so that clients that do not read on cannot fill the memory. */
class Downloads {
  readonly #ofAddress = new Map<string, number>();
  #all = 0;

  /** Throws RejectError 1429 when there are too many, and what `open` throws. */
  async open(address: string, open: () => Promise<Readable>): Promise<Readable> {
    if (this.#all >= MAX_AT_ONCE || (this.#ofAddress.get(address) ?? 0) >= MAX_OF_ADDRESS)
      throw new RejectError(CODE.tooManyRequests, { retryAfter: 1 });
    this.#count(address, 1);
    try {
      const content = await open();
      content.once('close', () => this.#count(address, -1));
      return content;
    } catch (error) {
      this.#count(address, -1);
      throw error;
    }
  }

  #count(address: string, change: 1 | -1): void {
    this.#all += change;
    const left = (this.#ofAddress.get(address) ?? 0) + change;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
  }
}

async function answerOrRefuse(
  deps: FileDeps,
  reply: FastifyReply,
  run: () => Promise<FastifyReply>,
  page?: (sentence: string) => string,
): Promise<FastifyReply> {
  try {
    await deps.limits.consume('history', networkOf(reply.request.ip));
    return await run();
  } catch (error) {
    return refuseBinary(deps, reply, error, page);
  }
}
