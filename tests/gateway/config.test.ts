// Settings: defaults, and one sentence for each that is wrong.
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/config.ts';

describe('settings', () => {
  it('has defaults', () => {
    expect(readConfig({})).toMatchObject({ port: 8080, market: 'sim', rateLimit: true, demo: true, smtpUrl: null, inviteCode: null });
  });

  it.each([
    [{ PORT: 'http' }, /PORT/], [{ PORT: '70000' }, /PORT/],
    [{ RATE_LIMIT: 'maybe' }, /RATE_LIMIT/], [{ DEMO: '2' }, /DEMO/], [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL/],
  ])('refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
