// Rules of the account forms (docs/specification.md 5): what is missing or wrong, as keys of words.
import { CODE } from '../../../core/errors/errors.ts';
import { CallError } from '../../api/call.ts';
import type { Faults } from '../../hooks/use-form.ts';
import type { Words } from '../../locales/languages.ts';

const LEAST_LENGTH = 8;
const MOST_LENGTH = 20;

export function isEmail(text: string): boolean {
  return text.length <= 100 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

function passwordFault(password: string): keyof Words | undefined {
  if (password === '') return 'auth.needPassword';
  const length = [...password].length;
  return length < LEAST_LENGTH || length > MOST_LENGTH ? 'auth.length' : undefined;
}

/** A six-digit code of mail or authenticator. */
function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

export interface LoginForm {
  email: string;
  password: string;
  /** Of the authenticator; null until the exchange asks for it. */
  googleCode: string | null;
  /** Of the mail; null until guesses of others have locked the account. */
  code: string | null;
}
export function loginFaults({ email, password, googleCode, code }: LoginForm): Faults<LoginForm> {
  return drop({
    email: isEmail(email) ? undefined : 'auth.needEmail',
    password: password === '' ? 'auth.needPassword' : undefined,
    googleCode: googleCode === null || isCode(googleCode) ? undefined : 'auth.needGoogle',
    code: code === null || isCode(code) ? undefined : 'auth.needCode',
  });
}

/** Waits beyond this many seconds are locks, and no hasty thumb. */
const LONGEST_WAIT_S = 60;

/**
 * What the exchange wants besides the password: the authenticator's code, or, while the account is locked, one of the
 * mail.
 */
export function askForMore(error: unknown, form: LoginForm): Partial<LoginForm> | null {
  const { retryAfter = 0 } =
    error instanceof CallError && error.code === CODE.tooManyRequests ? (error.data as { retryAfter?: number }) : {};
  return retryAfter > LONGEST_WAIT_S && form.code === null ? { code: '' } : askForGoogle(error, form);
}

/** The exchange wants a code of the authenticator that was not asked for: from now on it is. */
export function askForGoogle<F extends { googleCode: string | null }>(
  error: unknown,
  { googleCode }: F,
): Partial<F> | null {
  return error instanceof CallError && error.code === CODE.googleWrong && googleCode === null
    ? ({ googleCode: '' } as Partial<F>)
    : null;
}

/** A password chosen twice. */
export interface NewPassword {
  password: string;
  rePassword: string;
}
function newPasswordFaults({ password, rePassword }: NewPassword): Faults<NewPassword> {
  return drop({
    password: passwordFault(password),
    rePassword: rePassword === '' ? 'auth.needRePassword' : rePassword === password ? undefined : 'auth.differ',
  });
}

export interface RegisterForm extends NewPassword {
  email: string;
  code: string;
  inviteCode: string;
  terms: boolean;
}
export function registerFaults(form: RegisterForm): Faults<RegisterForm> {
  const { email, code, terms } = form;
  return drop({
    ...newPasswordFaults(form),
    email: isEmail(email) ? undefined : 'auth.needEmail',
    code: isCode(code) ? undefined : 'auth.needCode',
    terms: terms ? undefined : 'auth.needTerms',
  });
}

export interface ForgotForm extends NewPassword {
  email: string;
  code: string;
  googleCode: string | null;
}
export function forgotFaults(form: ForgotForm): Faults<ForgotForm> {
  const { email, code, googleCode } = form;
  return drop({
    ...newPasswordFaults(form),
    email: isEmail(email) ? undefined : 'auth.needEmail',
    code: isCode(code) ? undefined : 'auth.needCode',
    googleCode: googleCode === null || isCode(googleCode) ? undefined : 'auth.needGoogle',
  });
}

export interface ModifyForm extends NewPassword {
  oldPassword: string;
  code: string;
}
export function modifyFaults(form: ModifyForm): Faults<ModifyForm> {
  return drop({
    ...newPasswordFaults(form),
    oldPassword: form.oldPassword === '' ? 'auth.needPassword' : undefined,
    code: isCode(form.code) ? undefined : 'auth.needCode',
  });
}

export interface BindForm {
  googleCode: string;
  code: string;
}
export function bindFaults({ googleCode, code }: BindForm): Faults<BindForm> {
  return drop({
    googleCode: isCode(googleCode) ? undefined : 'auth.needGoogle',
    code: isCode(code) ? undefined : 'auth.needCode',
  });
}

/** What may prove that the authenticator is its owner's. */
export const RESET_WAYS = ['googleCode', 'recoveryCode', 'imgSelf'] as const;
export interface ResetForm extends BindForm {
  way: (typeof RESET_WAYS)[number];
  password: string;
  recoveryCode: string;
  imgSelf: string;
}
export function resetFaults({ way, password, code, googleCode, recoveryCode, imgSelf }: ResetForm): Faults<ResetForm> {
  return drop({
    password: password === '' ? 'auth.needPassword' : undefined,
    code: isCode(code) ? undefined : 'auth.needCode',
    googleCode: way !== 'googleCode' || isCode(googleCode) ? undefined : 'auth.needGoogle',
    recoveryCode: way !== 'recoveryCode' || recoveryCode.trim() !== '' ? undefined : 'auth.needRecovery',
    imgSelf: way !== 'imgSelf' || imgSelf !== '' ? undefined : 'auth.needPicture',
  });
}

function drop<F>(faults: { [K in keyof F]?: keyof Words | undefined }): Faults<F> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as Faults<F>;
}

/** 0 to 3: how much a password has besides its length. A hint, never a rule. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (passwordFault(password)) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length >= 12 && kinds >= 3) return 3;
  return kinds >= 3 || (password.length >= 12 && kinds === 2) ? 2 : 1;
}
