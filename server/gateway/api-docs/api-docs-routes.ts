// The documentation over HTTP, for anybody: made once at start, from the table that the routes are made from.
import type { FastifyInstance } from 'fastify';
import { SHEET } from '../../admin/page/page-style.ts';
import { apiDocs } from './api-docs.ts';
import { apiPage } from './api-page.ts';

/** Adds the pages to a server that does not listen yet. */
export function addDocs(http: FastifyInstance): void {
  const docs = apiDocs();
  const files: [string, string, string][] = [
    ['/docs/api', 'text/html; charset=utf-8', apiPage(docs)],
    ['/docs/api.json', 'application/json; charset=utf-8', JSON.stringify(docs)],
    ['/docs/api.css', 'text/css; charset=utf-8', SHEET],
  ];
  for (const [path, type, text] of files)
    http.get(path, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(text));
}
