// Passwords that are guessed first, and others that only look a little like them.
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '../../../../server/services/auth/common-passwords.ts';

const EMAIL = 'ada.lovelace42@example.com';

describe('common passwords', () => {
  it.each([
    'password', 'Password1', 'password123', 'P@ssw0rd', 'p4ssw0rd!', 'passwordpassword', '12345678', '123456789', '1234567890', '87654321', '11111111', '00000000', '12121212', '123123123', 'aaaaaaaa',
    'qwertyui', 'qwerty123', 'qwertyuiop', '1qaz2wsx', '1q2w3e4r', '1q2w3e4r5t', 'asdfghjk', 'asdfasdf', 'zxcvbnm1', 'qazwsxedc', 'abcd1234', 'abcdefgh', 'abc12345', 'iloveyou', 'iloveyou1', 'ILoveYou!',
    'trustno1', 'letmein1', 'letmein!', 'welcome1', 'Welcome123', 'admin123', 'administrator', 'sunshine', 'princess1', 'football', 'baseball', 'superman', 'batman123', 'dragon123', 'monkey123', 'starwars',
    'michael1', 'jennifer', 'jordan23', 'liverpool', 'changeme', 'computer', 'internet', 'bitcoin1', 'Bitcoin2024', 'tothemoon', 'Summer2024!', 'motdepasse', 'passwort1', 'woaini1314', 'gfhjkm123', '147258369', '1a1a1a1a',
    'ada.lovelace', 'ada.lovelace42', 'example.com', 'AdaLovelace99'.toLowerCase().replace('adalovelace', 'ada.lovelace'), 'example123',
  ])('%s', (password) => expect(isCommonPassword(password, EMAIL)).toBe(true));

  it.each([
    'correct horse', 'battery staple', 'wrong password', 'another horse', 'correct-horse-9', 'tulip-7-kettle', 'Xk9#mQ2vLp', 'vR8nThk2', 'mond und meer', '密碼鎖門外的貓跑了', 'horse 12 staple', 'z7Gq1uWx', 'my dragon eats rice', 'bitcoin to the bank',
  ])('takes %s', (password) => expect(isCommonPassword(password, EMAIL)).toBe(false));
});
