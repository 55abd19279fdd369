// Which requests count as of the exchange's own machine: none that came through a proxy, as far as one shows.
import type { IncomingMessage } from 'node:http';
import { beforeEach, expect, it } from 'vitest';
import { isLocal } from '../../../server/gateway/local-request.ts';

/** What one request shows of a proxy holds for its server. */
let server: object;
beforeEach(() => {
  server = {};
});

const from = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', httpVersion = '1.1'): boolean =>
  isLocal({
    socket: { remoteAddress, server },
    httpVersion,
    headers: { host: 'localhost:8080', ...headers },
  } as unknown as IncomingMessage);

it('a program and a page of this machine are local', () => {
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:80'])
    for (const headers of [{}, { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }])
      expect(from({ host, ...headers }), host).toBe(true);
  expect(from({}, '::1')).toBe(true);
  expect(from({}, '::ffff:127.0.0.1')).toBe(true);
});

it('another machine or name is not, nor is what a proxy passes on with its headers or in its protocol', () => {
  expect(from({}, '192.0.2.1')).toBe(false);
  expect(from({ host: 'exchange.example.com' })).toBe(false);
  for (const name of ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-port', 'x-real-ip', 'cf-connecting-ip'])
    expect(from({ [name]: 'x' }), name).toBe(false);
  // As nginx forwards where nothing is configured.
  expect(from({}, '127.0.0.1', '1.0')).toBe(false);
  expect(from()).toBe(true);
});

it('a page of another site is not, and shows no proxy', () => {
  for (const origin of ['https://evil.example.com', 'null'])
    for (const site of ['cross-site', 'same-site']) expect(from({ origin, 'sec-fetch-site': site })).toBe(false);
  expect(from()).toBe(true);
});

it('behind a proxy that rewrites the host nothing is, once a page has shown it', () => {
  expect(from({ origin: 'https://exchange.example.com', 'sec-fetch-site': 'same-origin' })).toBe(false);
  expect(from()).toBe(false);
});
