// Password hashes: salted, slow, and of the length that the rule counts in characters.
import { describe, expect, it } from 'vitest';
import { hashPassword, isPasswordLength, verifyPassword } from '../../server/accounts/passwords.ts';

describe('passwords', () => {
  it('are argon2id with a salt each', async () => {
    const [one, two] = await Promise.all([hashPassword('a password'), hashPassword('a password')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one ?? '', 'a password')).toBe(true);
    expect(await verifyPassword(one ?? '', 'a passworD')).toBe(false);
    expect(await verifyPassword(null, 'no password is as long as this one')).toBe(false);
  });

  it('have 8 to 20 characters, a character being what a person sees typed', () => {
    expect(['1234567', '12345678', 'x'.repeat(20), 'x'.repeat(21), '密碼密碼密碼密碼', '🔑'.repeat(20)].map(isPasswordLength)).toEqual([false, true, true, false, true, true]);
  });
});
