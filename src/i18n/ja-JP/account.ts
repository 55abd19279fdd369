// Words of login and registration in Japanese; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'auth.email': 'メールアドレス',
  'auth.password': 'パスワード',
};
