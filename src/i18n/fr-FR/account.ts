// Words of login and registration in French; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'auth.email': 'E-mail',
  'auth.password': 'Mot de passe',
};
