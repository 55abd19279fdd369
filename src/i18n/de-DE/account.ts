// Words of login and registration in German; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'auth.email': 'E-Mail',
  'auth.password': 'Passwort',
};
