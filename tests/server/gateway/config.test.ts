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

  it('takes an empty setting as one that is not set, as compose files pass it', () => {
    const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'NATS_URL', 'ROLE', 'MARKET', 'DEMO', 'SMTP_URL'];
    const more = [
      'MAIL_FROM',
      'TRUST_PROXY',
      'OPERATOR_TOKEN',
      'ARCHIVE_DAYS',
      'ARCHIVE_URL',
      'LIVE_URL',
      'LIVE_REST_URL',
    ];
    const empty = Object.fromEntries([...names, ...more].map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
    expect(readConfig({ LIVE_URL: 'ws://host:1', LIVE_REST_URL: 'http://host:1' })).toEqual(readConfig({}));
  });

  it('accepts a proxy on this machine, or addresses and ranges', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toEqual(['127.0.0.0/8', '::1']);
    expect(readConfig({ TRUST_PROXY: '10.0.0.2, 172.16.0.0/12,fd00::/8' }).trustProxy).toEqual([
      '10.0.0.2',
      '172.16.0.0/12',
      'fd00::/8',
    ]);
  });

  it('accepts a sender with a name, which is not part of the contact for push services', () => {
    const { mailFrom, mailAddress } = readConfig({ MAIL_FROM: 'DeFi <no-reply@example.com>' });
    expect([mailFrom, mailAddress]).toEqual(['DeFi <no-reply@example.com>', 'no-reply@example.com']);
    expect(readConfig({ MAIL_FROM: 'a@example.com' }).mailAddress).toBe('a@example.com');
    expect(readConfig({ SECONDS_CLOSED_IN: 'DE,GB', INVITE_CODE: 'FRIENDS' })).toMatchObject({
      secondsClosedIn: ['DE', 'GB'],
      inviteCode: 'FRIENDS',
    });
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
    [{ SMTP_URL: 'smtp://[' }, /SMTP_URL/],
    [{ SMTP_URL: 'smtp://a b' }, /SMTP_URL/],
    [{ SMTP_URL: 'smtp://user:%zz@host' }, /SMTP_URL/],
    [{ DATABASE_URL: 'postgres://user:%FF@host/db' }, /DATABASE_URL/],
    [{ NATS_URL: 'nats://%zz@host:4222' }, /NATS_URL/],
    [{ ARCHIVE_URL: 's3://%zz:secret@host/bucket' }, /ARCHIVE_URL/],
    [{ LIVE_URL: 'foo' }, /LIVE_URL must be an address that starts with wss:\/\/ or ws:\/\//],
    [{ LIVE_REST_URL: 'ftp://host' }, /LIVE_REST_URL must be an address that starts with https:\/\//],
    [{ MARKET: 'sim:7', DEMO: '0' }, /repeatable market/],
    // The country is GB.
    [{ SECONDS_CLOSED_IN: 'DE,UK' }, /SECONDS_CLOSED_IN names no country with "UK"/],
    [{ MAIL_FROM: 'the exchange' }, /MAIL_FROM must be an e-mail address/],
    // The form of a registration takes neither.
    [{ INVITE_CODE: 'a'.repeat(33) }, /INVITE_CODE must have 1 to 32 characters/],
    [{ INVITE_CODE: 'FRIENDS ' }, /INVITE_CODE must have/],
    [{ WITHOUT_JOURNAL: 'yes' }, /WITHOUT_JOURNAL must be a whole number from 1/],
    // Nothing could be recorded.
    [{ ARCHIVE_LOCAL_GB: '0' }, /ARCHIVE_LOCAL_GB must be a whole number from 1/],
  ])('refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
