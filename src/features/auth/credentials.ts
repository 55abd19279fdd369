// Rules of the account forms (SPEC 5): what is missing or wrong, as keys of words.
import type { Words } from '../../i18n/languages.ts';

const LEAST_LENGTH = 8;
const MOST_LENGTH = 20;

type Wrong = keyof Words & `auth.${string}`;
/** Key of the first fault of each field; absent where it is right. */
export type Faults<F extends string> = Partial<Record<F, Wrong>>;

export function isEmail(text: string): boolean {
  return text.length <= 100 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

export function passwordFault(password: string): Wrong | undefined {
  if (password === '') return 'auth.needPassword';
  const length = [...password].length;
  return length < LEAST_LENGTH || length > MOST_LENGTH ? 'auth.length' : undefined;
}

export interface LoginForm {
  email: string;
  password: string;
}
export function loginFaults({ email, password }: LoginForm): Faults<keyof LoginForm> {
  return drop({ email: isEmail(email) ? undefined : 'auth.needEmail', password: password === '' ? 'auth.needPassword' : undefined });
}

export interface RegisterForm extends LoginForm {
  code: string;
  rePassword: string;
  terms: boolean;
}
export function registerFaults(form: RegisterForm): Faults<keyof RegisterForm> {
  const { email, code, password, rePassword, terms } = form;
  return drop({
    email: isEmail(email) ? undefined : 'auth.needEmail',
    code: /^\d{6}$/.test(code) ? undefined : 'auth.needCode',
    password: passwordFault(password),
    rePassword: rePassword === '' ? 'auth.needRePassword' : rePassword === password ? undefined : 'auth.differ',
    terms: terms ? undefined : 'auth.needTerms',
  });
}

function drop<F extends string>(faults: Record<F, Wrong | undefined>): Faults<F> {
  const entries = Object.entries(faults).filter(([, fault]) => fault !== undefined);
  return Object.fromEntries(entries) as Faults<F>;
}

/** 0 to 3: how much a password has besides its length. A hint, never a rule. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (passwordFault(password)) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length >= 12 && kinds >= 3) return 3;
  return kinds >= 3 || (password.length >= 12 && kinds === 2) ? 2 : 1;
}
