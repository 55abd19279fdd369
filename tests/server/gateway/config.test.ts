// Settings: defaults, and one sentence for each invalid value.
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../server/bootstrap/config.ts';

describe('settings', () => {
  it('has defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      market: 'sim',
      rateLimit: true,
      demo: true,
      smtpUrl: null,
      inviteCode: null,
      host: '127.0.0.1',
      trustProxy: [],
    });
  });

  it('accepts a proxy on this machine, or addresses and ranges', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toEqual(['127.0.0.0/8', '::1']);
    expect(readConfig({ TRUST_PROXY: '10.0.0.2, 172.16.0.0/12,fd00::/8' }).trustProxy).toEqual([
      '10.0.0.2',
      '172.16.0.0/12',
      'fd00::/8',
    ]);
  });

  it.each([
    [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY/],
    [{ TRUST_PROXY: '*' }, /TRUST_PROXY/],
    [{ TRUST_PROXY: '10.0.0.1,' }, /TRUST_PROXY/],
    [{ SECURITY_CONTACT: 'me' }, /SECURITY_CONTACT/],
    [{ PORT: 'http' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ RATE_LIMIT: 'maybe' }, /RATE_LIMIT/],
    [{ DEMO: '2' }, /DEMO/],
    [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL/],
    [{ MARKET: 'sim:7', DEMO: '0' }, /repeatable market/],
    // Nothing could be recorded.
    [{ ARCHIVE_LOCAL_GB: '0' }, /ARCHIVE_LOCAL_GB must be a whole number from 1/],
  ])('refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
