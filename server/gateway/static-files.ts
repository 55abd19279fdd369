// Serves the built client: hashed assets are cached for a year, pages are revalidated.
import { readFile, readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { isEmbedAddress } from '../../core/embed/embed-protocol.ts';
import { firstLanguage } from './envelope.ts';
import { isOperatorPage } from './headers.ts';

/** Responds to a request that is no call. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** File names in this folder contain a hash of their content. */
const HASHED = '/assets/';
/** The page of the operators, at `/ops`. */
const OPERATOR = '/operator.html';
/** The page of the embedded chart. */
const EMBED = '/chart-frame.html';
/** The page of the app; those of first screens preload them, in the default language or in the browser's. */
const APP = '/index.html';
const HOME = '/home.html';
const HOME_IN = /^\/home\.([\w-]+)\.html$/;
/** The terminal, by the symbol of a market. */
const TERMINAL = '/terminal.html';
const TERMINAL_AT = /^\/trade\/[^/.]+$/;
const FIRST_SCREENS: Readonly<Record<string, string>> = {
  '/': HOME,
  '/pages/tabbar/home': HOME,
  '/pages/tabbar/trade': '/trade.html',
  '/pages/tabbar/contracts': '/contracts.html',
  '/pages/kline/kline': '/kline.html',
  '/pages/markets/index': '/markets.html',
  '/chart': '/chart.html',
};

/** Serves the current files of `folder` from memory (a few MB): a later build changes nothing. */
export async function createStaticFiles(folder: string): Promise<PageHandler> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) !== '');
  const files = new Map<string, Buffer>();
  // One after another: there are more of them than a process may have open on many machines.
  for (const name of names) files.set(`/${name.split(sep).join('/')}`, await readFile(join(folder, name)));
  const languages = [...files.keys()].flatMap((path) => HOME_IN.exec(path)?.[1] ?? []);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
    const found = filePath(request.url ?? '/', files);
    if (found === null) return plain(response, 404, 'Not found');
    const hasLanguages = found === TERMINAL || Object.values(FIRST_SCREENS).includes(found);
    const path = hasLanguages ? pageFor(found, request.headers['accept-language'], languages) : found;
    const [encoding, suffix] = ENCODINGS.find(([name, end]) => accepts(request, name) && files.has(path + end)) ?? [
      null,
      '',
    ];
    const content = files.get(path + suffix) ?? Buffer.alloc(0);
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': content.length,
      'cache-control': cacheControl(path),
      vary: hasLanguages ? 'accept-encoding, accept-language' : 'accept-encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
}

function cacheControl(path: string): string {
  if (isOperatorPage(path)) return 'no-store';
  return path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** File for a request's path: itself, or the app's page for a path without extension; null where there is none. */
function filePath(url: string, files: ReadonlyMap<string, Buffer>): string | null {
  if (isEmbedAddress(url)) return files.has(EMBED) ? EMBED : null;
  let path: string;
  try {
    path = decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return null;
  }
  // Written otherwise, it would be answered with the headers of the app.
  if (isOperatorPage(path) && !isOperatorPage(url)) return null;
  if (path === '/ops') return files.has(OPERATOR) ? OPERATOR : null;
  if (files.has(path) && !/\.(br|gz)$/.test(path)) return path;
  const first = TERMINAL_AT.test(path) ? TERMINAL : FIRST_SCREENS[path];
  if (first !== undefined && files.has(first)) return first;
  return extname(path) === '' && !path.startsWith(HASHED) && files.has(APP) ? APP : null;
}

/** The page of a first screen that preloads the texts of the browser's language. */
function pageFor(page: string, header: string | undefined, languages: readonly string[]): string {
  const language = header === undefined ? null : firstLanguage(header, languages);
  return language === null || language === '*' ? page : page.replace('.html', `.${language}.html`);
}

/** Whether a client takes an encoding: it names it, and not with the weight 0. */
export function accepts({ headers }: IncomingMessage, encoding: string): boolean {
  return (headers['accept-encoding'] ?? '').split(',').some((part) => {
    const [name, ...params] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !params.some((param) => /^q=0(\.0{0,3})?$/.test(param));
  });
}

function plain(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers });
  response.end(text);
}
