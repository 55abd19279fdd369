// Records the endpoints that pages of a test run called, over all of its files.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '../data/shared-file.ts';

/** Deleted with the output folder at the start of a run. */
const FILE = join(ROOT, 'test-results', 'called-endpoints.txt');
/** Header of calls that a test makes itself; they are not recorded. */
export const TEST_CALL = { 'x-requested-with': 'test' } as const;

const recorded = new Set<string>();

/** Records the calls of a page and of its workers from now on, over HTTP and on sockets. */
export function recordCalls(page: Page): void {
  page.on('request', (request) => {
    const path = /\/mmtb-api(\/[^?]+)/.exec(request.url())?.[1];
    if (path !== undefined && request.headers()['x-requested-with'] !== TEST_CALL['x-requested-with']) record(path);
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const path = /^\{"type":"call",.*?"path":"([^"]+)"/.exec(String(payload))?.[1];
      if (path !== undefined) record(path);
    }),
  );
}

function record(path: string): void {
  if (recorded.has(path)) return;
  recorded.add(path);
  mkdirSync(dirname(FILE), { recursive: true });
  appendFileSync(FILE, `${path}\n`);
}

/** Paths that pages of this run called. */
export function recordedCalls(): Set<string> {
  return new Set(existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : []);
}
