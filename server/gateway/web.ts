// The built client over HTTP: hashed assets for a year, pages always asked again, and nothing that is not on the list of files.
import { readFile, readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';

/** Answers a request that is no call. */
export type Web = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.jpg': 'image/jpeg', '.webp': 'image/webp', '.ico': 'image/x-icon', '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8',
};
const ENCODINGS = [['br', '.br'], ['gzip', '.gz']] as const;
/** Names under this folder carry a hash of their content. */
const HASHED = '/assets/';

/** Serves the files that lie in `folder` at this moment; their content is read once and kept. */
export async function createWeb(folder: string): Promise<Web> {
  const names = await readdir(folder, { recursive: true });
  const paths = new Set(names.filter((name) => extname(name) !== '').map((name) => `/${name.split(sep).join('/')}`));
  const kept = new Map<string, Promise<Buffer>>();
  const contentOf = (path: string): Promise<Buffer> => {
    const content = kept.get(path) ?? readFile(join(folder, path));
    kept.set(path, content);
    return content;
  };
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
    const path = filePath(request.url ?? '/', paths);
    if (path === null) return plain(response, 404, 'Not found');
    const [encoding, suffix] = ENCODINGS.find(([name, end]) => accepts(request, name) && paths.has(path + end)) ?? [null, ''];
    const content = await contentOf(path + suffix);
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': content.length,
      'cache-control': path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  };
}

/** File that answers a request's path: itself, or the page for a path without extension; null where there is none. */
function filePath(url: string, paths: ReadonlySet<string>): string | null {
  let path: string;
  try {
    path = decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return null;
  }
  if (paths.has(path) && !/\.(br|gz)$/.test(path)) return path;
  return extname(path) === '' && !path.startsWith(HASHED) && paths.has('/index.html') ? '/index.html' : null;
}

function accepts(request: IncomingMessage, encoding: string): boolean {
  const header = request.headers['accept-encoding'];
  return typeof header === 'string' && header.split(',').some((part) => part.trim().split(';', 1)[0] === encoding);
}

function plain(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers });
  response.end(text);
}
