// Words of login and registration in Arabic; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'auth.email': 'البريد الإلكتروني',
  'auth.password': 'كلمة المرور',
};
