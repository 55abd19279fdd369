// Words of login and registration in Korean; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'auth.email': '이메일',
  'auth.password': '비밀번호',
};
