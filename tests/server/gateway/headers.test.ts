// Origins that may call the API, and languages by Accept-Language.
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../server/gateway/envelope.ts';
import { mayCall, rootOf } from '../../../server/gateway/headers.ts';

describe('origins', () => {
  it.each([
    ['https://example.com', 'api.example.com', true],
    ['https://www.example.com', 'api.example.com', true],
    ['http://example.com:8080', 'api.example.com:8080', true],
    ['http://localhost:8080', 'localhost:8080', true],
    ['https://evil.com', 'api.example.com', false],
    ['https://example.co.uk', 'api.example.co.uk', true],
    ['https://evil.co.uk', 'api.example.co.uk', false],
    ['https://co.uk', 'api.example.co.uk', false],
    ['https://example.com.evil.com', 'api.example.com', false],
    ['https://evilexample.com', 'api.example.com', false],
    ['https://example.com', 'example.org', false],
    ['http://example.com:1', 'api.example.com:8080', false],
    ['null', 'api.example.com', false],
    ['file:///etc/passwd', 'api.example.com', false],
  ])('%s to %s: %s', (origin, host, allowed) => {
    expect(mayCall(origin, host)).toBe(allowed);
  });

  it('finds the root of an API host', () => {
    expect(rootOf('api.example.com:80')).toBe('example.com:80');
    expect(rootOf('127.0.0.1:80')).toBe('127.0.0.1:80');
    expect(rootOf('localhost')).toBe('localhost');
  });
});

describe('languages', () => {
  it.each([
    [undefined, 'zh-TW'],
    ['en-US', 'en-US'],
    ['en-GB,fr;q=0.8', 'en-US'],
    ['zh-HK', 'zh-TW'],
    ['fr-FR', 'fr-FR'],
    ['fr-FR, zh-TW;q=0.5', 'fr-FR'],
    ['fr-CH', 'fr-FR'],
    ['it-IT', 'en-US'],
    ['it-IT, zh-TW;q=0.5', 'zh-TW'],
    ['de;q=0, fr', 'fr-FR'],
    ['de;q=0.2, ja;q=0.5, vi;q=0.5', 'ja-JP'],
    ['it, de;q=0.1, *;q=0.5', 'zh-TW'],
    ['*', 'zh-TW'],
    ['ENGLISH??', 'en-US'],
  ])('%s: %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
