// Public API documentation over HTTP, generated at the first request from the table of calls.
import type { FastifyInstance } from 'fastify';
import { SHEET } from './page-style.ts';
import { apiPage } from './api-page.ts';
import { type OpenApi, openApi } from './openapi.ts';

/** Adds the pages to a server that does not listen yet. */
export function addApiDocs(http: FastifyInstance): void {
  // Generated lazily: it would make the start half as long again.
  let made: OpenApi | undefined;
  const docs = (): OpenApi => (made ??= openApi());
  const files: [string, string, () => string][] = [
    ['/docs/api', 'text/html; charset=utf-8', () => apiPage(docs())],
    ['/docs/api.json', 'application/json; charset=utf-8', () => JSON.stringify(docs())],
    ['/docs/api.css', 'text/css; charset=utf-8', () => SHEET],
  ];
  for (const [path, type, textOf] of files) {
    let text: string | undefined;
    http.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(type)
        .send((text ??= textOf())),
    );
  }
}
