// Which calls the stories' pages made, kept over all files of a run and told at its end.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '../../support/shared.ts';

/** Emptied by every run, before it begins. */
const FILE = join(ROOT, 'test-results', 'heard.txt');
/** What a test calls by itself says so in this header, and does not count. */
export const STORY = { 'x-requested-with': 'story' } as const;

const heard = new Set<string>();

/** Notes the calls of a page and of its worker from now on. */
export function hear(page: Page): void {
  page.on('request', (request) => {
    const path = /\/mmtb-api(\/[^?]+)/.exec(request.url())?.[1];
    if (path === undefined || heard.has(path) || request.headers()['x-requested-with'] === STORY['x-requested-with'])
      return;
    heard.add(path);
    mkdirSync(dirname(FILE), { recursive: true });
    appendFileSync(FILE, `${path}\n`);
  });
}

/** Paths that some page of this run called. */
export function heardCalls(): Set<string> {
  return new Set(existsSync(FILE) ? readFileSync(FILE, 'utf8').trim().split('\n') : []);
}
