// A small server for S3 as the archive uses it: lists, ranges, writes once, deletes, checks signatures.
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { portOf } from '../../../../server/gateway/listen.ts';

const ACCESS = 'archive-key';
const SECRET = 'secret/of+archive';
/** How long a slow connection takes for what it is sent, and for the second half of what it sends. */
const DRIP_MS = 1_500;
/** Small, so that lists have several pages. */
const PAGE = 7;

/**
 * Lists without an end: one page, one key or none under ever new tokens, ever new keys, and an end that is missing; the
 * last one is the first half of a page.
 */
const ENDLESS = ['repeats', 'circles', 'promises', 'invents', 'cuts', 'halves'] as const;
type Endless = (typeof ENDLESS)[number];

export interface S3Server {
  /** `ARCHIVE_URL` of a bucket with this prefix. */
  url: string;
  /** Contents by key, prefix included. */
  objects: Map<string, Buffer>;
  /** Objects that were read, or tried to be. */
  reads: number;
  /**
   * How it behaves from now on. `drips`: over a slow connection; `portal`: something in front of it answers with a page
   * of its own.
   */
  mode: 'honest' | 'away' | 'slow' | 'drips' | 'forgets' | 'spoils' | 'portal' | Endless;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    answer(request, response, self).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const port = portOf(server);
  const self: S3Server = {
    url: `s3+http://${ACCESS}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/bucket/own`,
    objects,
    reads: 0,
    mode: 'honest',
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return self;
}

async function answer(request: IncomingMessage, response: ServerResponse, self: S3Server): Promise<void> {
  const body = await buffer(request);
  if (self.mode === 'slow') return;
  if (self.mode === 'drips' && request.method === 'PUT') await pause(DRIP_MS);
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  if (self.mode === 'portal') return void response.end('<html>Log in to this network</html>');
  if (self.mode === 'away') return void response.writeHead(503).end();
  if (!(await isSigned(request, url, body))) return void response.writeHead(403).end();
  const key = decodeURIComponent(url.pathname).slice('/bucket/'.length);
  const endless = ENDLESS.find((mode) => mode === self.mode);
  if (url.searchParams.has('list-type') && endless)
    return void response.end(pageOf(endless, url.searchParams.get('prefix') ?? ''));
  if (url.searchParams.has('list-type')) return void response.end(listOf(self.objects, url.searchParams));
  if (request.method === 'PUT') store(request, response, self, key, body);
  else if (request.method === 'DELETE') {
    self.objects.delete(key);
    response.writeHead(204).end();
  } else {
    self.reads += 1;
    if (self.mode === 'drips') await drip(response, self.objects.get(key)!);
    else get(request, response, self.objects.get(key));
  }
}

function store(request: IncomingMessage, response: ServerResponse, self: S3Server, key: string, body: Buffer): void {
  if (request.headers['if-none-match'] === '*' && self.objects.has(key)) return void response.writeHead(412).end();
  if (self.mode === 'honest' || self.mode === 'drips') self.objects.set(key, body);
  if (self.mode === 'spoils') self.objects.set(key, Buffer.from(body.map((byte, at) => (at === 40 ? byte ^ 1 : byte))));
  response.writeHead(200).end();
}

function get(request: IncomingMessage, response: ServerResponse, content: Buffer | undefined): void {
  if (!content) return void response.writeHead(404).end();
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) return void response.end(content);
  if (Number(range[1]) >= content.length) return void response.writeHead(416).end();
  response.writeHead(206).end(content.subarray(Number(range[1]), Number(range[2]) + 1));
}

/** Sends a content in two halves. */
async function drip(response: ServerResponse, content: Buffer): Promise<void> {
  const half = content.length / 2;
  response.write(content.subarray(0, half));
  await pause(DRIP_MS);
  response.end(content.subarray(half));
}

let pages = 0;

/** A page of a list without an end. */
function pageOf(mode: Endless, prefix: string): string {
  pages += 1;
  const token = mode === 'repeats' ? 'again' : `page${pages}`;
  const key = prefix + (mode === 'invents' ? `key${pages}` : 'key');
  const item = mode === 'promises' ? '' : `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
  const next = mode === 'cuts' ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`;
  if (mode === 'halves') return `<ListBucketResult><IsTruncated>false</IsTruncated>${item}<Contents><Key>`;
  return `<ListBucketResult><IsTruncated>true</IsTruncated>${next}${item}</ListBucketResult>`;
}

function listOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const items = keys
    .slice(0, PAGE)
    .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`);
  const next = keys.length > PAGE ? `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${items.join('')}</ListBucketResult>`;
}

/** Whether the request is signed with the secret, and the content is the one that was signed. */
async function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  const signed = names
    .filter((name) => name !== 'host' && name !== 'x-amz-date')
    .map((name): [string, string] => [name, String(headers[name])]);
  const signer = new AwsV4Signer({
    method: method ?? '',
    url: url.href,
    headers: signed,
    accessKeyId: ACCESS,
    secretAccessKey: SECRET,
    service: 's3',
    region: 'us-east-1',
    datetime: String(headers['x-amz-date']),
  });
  const { headers: own } = await signer.sign();
  const sha256 = createHash('sha256').update(body).digest('hex');
  return own.get('authorization') === headers.authorization && headers['x-amz-content-sha256'] === sha256;
}
