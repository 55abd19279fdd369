// Words of login and registration in Russian; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'auth.email': 'Эл. почта',
  'auth.password': 'Пароль',
};
