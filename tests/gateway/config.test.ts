// Settings: defaults, and one sentence for each that is wrong.
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/config.ts';

describe('settings', () => {
  it('has defaults', () => {
    expect(readConfig({})).toMatchObject({ port: 8080, market: { kind: 'sim' }, rateLimit: true, demo: true, smtpUrl: null, inviteCode: null });
  });

  it('reads a tape and its speed', () => {
    expect(readConfig({ MARKET: 'replay:/a/b@c.ndjson.gz@2.5' }).market).toEqual({ kind: 'replay', file: '/a/b@c.ndjson.gz', speed: 2.5 });
    expect(readConfig({ MARKET: 'replay:/a/b.ndjson.gz' }).market).toEqual({ kind: 'replay', file: '/a/b.ndjson.gz', speed: 1 });
  });

  it.each([
    [{ PORT: 'http' }, /PORT/], [{ PORT: '70000' }, /PORT/], [{ MARKET: 'real' }, /MARKET/], [{ MARKET: 'replay:' }, /needs a file/],
    [{ MARKET: 'replay:a@0' }, /speed/], [{ MARKET: 'replay:a@fast' }, /speed/], [{ MARKET: 'live:nyse' }, /MARKET/],
    [{ RATE_LIMIT: 'maybe' }, /RATE_LIMIT/], [{ DEMO: '2' }, /DEMO/], [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL/],
  ])('refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
