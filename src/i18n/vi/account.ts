// Words of login and registration in Vietnamese; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'auth.email': 'Email',
  'auth.password': 'Mật khẩu',
};
