// Objects in a bucket of an S3-compatible store, over HTTP with signature version 4.
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { Deadline } from './deadline.ts';
import { ANSWER_MS, type ByteRange, type ObjectStore, type StoredObject } from './object-store.ts';

/** Larger objects are not ours: a store that sends one must not fill the memory. */
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;
/** Ten years of 24 markets are a million objects; a store that lists more must not fill the memory. */
const MAX_LISTED = 4_000_000;
/** Pages in a row without a new key: a store may send an empty one. */
const MAX_IDLE_PAGES = 10;
/** A whole page of a list. */
const LIST = /<ListBucketResult[\s>].*<IsTruncated>(true|false)<.*<\/ListBucketResult>\s*$/s;
/** Answers of a refused conditional write: the object exists. */
const EXISTS = new Set([409, 412]);

/** Parts of `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]`; `s3+http://` is without TLS. */
export interface S3Address {
  /** Address of the bucket, or of the prefix in it, without a slash at its end. */
  folder: URL;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Null for a text that is no such address. */
export function parseS3Address(text: string): S3Address | null {
  const match = /^s3(\+http)?:\/\//.exec(text);
  if (!match) return null;
  const address = text.replace(match[0], match[1] ? 'http://' : 'https://');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.username || !url.password || !/^(\/[\w.-]+)+\/?$/.test(url.pathname)) return null;
  const folder = new URL(url.pathname.replace(/\/$/, ''), url.origin);
  const region = url.searchParams.get('region') ?? 'us-east-1';
  try {
    const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return { folder, accessKeyId, secretAccessKey, region };
  } catch {
    return null;
  }
}

export class S3Objects implements ObjectStore {
  readonly #client: AwsClient;
  readonly #bucket: string;
  /** Of every key within the bucket. */
  readonly #prefix: string;
  readonly #answerMs: number;
  readonly #maxListed: number;
  readonly #ended = new AbortController();

  constructor(
    { folder, accessKeyId, secretAccessKey, region }: S3Address,
    answerMs = ANSWER_MS,
    maxListed = MAX_LISTED,
  ) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
    const [, bucket = '', ...prefix] = folder.pathname.split('/');
    this.#bucket = `${folder.origin}/${bucket}`;
    this.#prefix = prefix.map((part) => `${part}/`).join('');
    this.#answerMs = answerMs;
    this.#maxListed = maxListed;
  }

  /**
   * Throws Error for a list that does not end, or ends early, and for an answer that is no list, such as a proxy's own
   * page: a list without an object means that the object does not exist.
   */
  async list(prefix: string): Promise<StoredObject[]> {
    const found = new Map<string, number>();
    let idlePages = 0;
    for (let token: string | null = ''; token !== null;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.#prefix + prefix, 'max-keys': '1000' });
      if (token !== '') query.set('continuation-token', token);
      const text = Buffer.from((await this.#request('GET', `${this.#bucket}?${query}`)).content).toString();
      if (!LIST.test(text)) throw new Error('the object store answers with no list');
      const before = found.size;
      for (const [, item = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = tagOf(item, 'Key') ?? '';
        if (key.startsWith(this.#prefix)) found.set(key.slice(this.#prefix.length), Number(tagOf(item, 'Size')));
      }
      idlePages = found.size > before ? 0 : idlePages + 1;
      const isTruncated = tagOf(text, 'IsTruncated') === 'true';
      token = isTruncated ? tagOf(text, 'NextContinuationToken') : null;
      if (isTruncated && !token) throw new Error('the object store names no next page of a list');
      if (idlePages > MAX_IDLE_PAGES) throw new Error('the object store lists without an end');
      if (found.size > this.#maxListed) throw new Error(`the object store lists more than ${this.#maxListed} objects`);
    }
    return Array.from(found, ([key, bytes]) => ({ key, bytes })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  async get(key: string, range?: ByteRange): Promise<Uint8Array | null> {
    const headers = range ? { range: `bytes=${range.from}-${range.from + range.bytes - 1}` } : {};
    const { status, content } = await this.#request('GET', this.#urlOf(key), { headers, allowed: [404, 416] });
    if (status === 404) return null;
    if (status === 416) return new Uint8Array(0);
    // A store may ignore the range.
    return range && status !== 206 ? content.subarray(range.from, range.from + range.bytes) : content;
  }

  async write(key: string, content: Uint8Array): Promise<boolean> {
    const headers = { 'if-none-match': '*' };
    const { status } = await this.#request('PUT', this.#urlOf(key), { headers, body: content, allowed: [...EXISTS] });
    return !EXISTS.has(status);
  }

  async delete(key: string): Promise<void> {
    await this.#request('DELETE', this.#urlOf(key), { allowed: [404] });
  }

  close(): Promise<void> {
    this.#ended.abort();
    return Promise.resolve();
  }

  #urlOf(key: string): string {
    return `${this.#bucket}/${this.#prefix}${key}`;
  }

  /** Rejects with Error for every other status than 2xx and those that are allowed. */
  async #request(
    method: string,
    url: string,
    options: { headers?: Record<string, string>; body?: Uint8Array; allowed?: number[] } = {},
  ): Promise<{ status: number; content: Uint8Array }> {
    const { headers = {}, body, allowed = [] } = options;
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const deadline = new Deadline(this.#answerMs, body?.length ?? 0);
    const signal = AbortSignal.any([this.#ended.signal, deadline.signal]);
    try {
      const response = await this.#fetch(url, {
        method,
        // The store compares the content with its hash.
        headers: { ...headers, 'x-amz-content-sha256': sha256 },
        ...(body ? { body: Uint8Array.from(body) } : {}),
        redirect: 'error',
        signal,
      });
      const { status } = response;
      if (response.ok && method === 'GET') return { status, content: await this.#content(response, deadline) };
      await response.body?.cancel();
      if (response.ok || allowed.includes(status)) return { status, content: new Uint8Array(0) };
      throw new Error(`the object store answers ${status} to ${method}`);
    } finally {
      deadline.end();
    }
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#client.fetch(url, init);
    } catch (error) {
      const { cause, message } = error as Error;
      throw new Error(`the object store: ${cause instanceof Error ? cause.message : message}`, { cause: error });
    }
  }

  async #content(response: Response, deadline: Deadline): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const body: AsyncIterable<Uint8Array> | null = response.body;
    for await (const part of body ?? []) {
      parts.push(part);
      deadline.extend(part.length);
      bytes += part.length;
      if (bytes > MAX_OBJECT_BYTES) throw new Error('the object store sends more than was stored');
    }
    return Buffer.concat(parts);
  }
}

/** Content of the first element of this name; null without one. */
function tagOf(xml: string, name: string): string | null {
  const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return content?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? null;
}
