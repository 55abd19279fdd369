// Password hashes: salted, slow; lengths are counted in characters.
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import type { RejectError } from '../../../../core/errors/errors.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../../../../server/services/auth/passwords.ts';

describe('passwords', () => {
  it('are argon2id with a salt each', async () => {
    const [one, two] = await Promise.all([hashPassword('a password', ''), hashPassword('a password', '')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one ?? '', 'a password', '')).toBe(true);
    expect(await verifyPassword(one ?? '', 'a passworD', '')).toBe(false);
    expect(await verifyPassword(null, 'no password is as long as this one', '')).toBe(false);
  });

  it('are checked two at a time, and not when 200 of the same caller wait', async () => {
    // Their number is the subject: one that is verified in no time.
    const quick = await hash('a password', { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const codes = await Promise.all([
      ...Array.from({ length: 210 }, () =>
        verifyPassword(quick, 'a guess', '192.0.2.1').then(
          () => 0,
          (error: unknown) => (error as RejectError).reject.code,
        ),
      ),
      verifyPassword(quick, 'a password', '192.0.2.2').then(Number),
    ]);
    expect(codes.filter((code) => code === 1429)).toHaveLength(8);
    expect(codes.at(-1)).toBe(1);
  });

  it('have 8 to 20 characters, counted as code points', () => {
    const codeOf = (password: string): number => {
      try {
        checkNewPassword(password, 'ada@example.com');
        return 0;
      } catch (error) {
        return (error as RejectError).reject.code;
      }
    };
    expect(
      [
        'Tu9#kqz',
        'Tu9#kqzw',
        `Tu9#kqzw${'-ab4'.repeat(3)}`,
        `Tu9#kqzw${'-ab4'.repeat(3)}z`,
        '密碼鎖門外的貓跑',
        '🔑🚪🐈🌙'.repeat(2) + '🔔',
        '12345678',
        '🔑'.repeat(20),
      ].map(codeOf),
    ).toEqual([1412, 0, 0, 1412, 0, 0, 1420, 1420]);
  });
});
