// Validation of the account forms (docs/specification.md 5): translation keys of what is wrong.
import { isPasswordLength } from '../../../core/endpoints/password-length.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { CallError } from '../../api/call.ts';
import { retryAfterS } from '../../api/read.ts';
import type { FieldErrors } from '../../hooks/use-form.ts';
import type { Texts } from '../../locales/namespaces.ts';

export function isEmail(text: string): boolean {
  return text.length <= 100 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

function passwordFault(password: string): keyof Texts | undefined {
  if (password === '') return 'auth.needPassword';
  return isPasswordLength(password) ? undefined : 'auth.length';
}

/** A six-digit code from an email or an authenticator. */
function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

export interface LoginForm {
  email: string;
  password: string;
  /** Code of the authenticator; null until the exchange requires it. */
  googleCode: string | null;
  /** Code from the email; null until failed logins have locked the account. */
  code: string | null;
}
export function loginFaults({ email, password, googleCode, code }: LoginForm): FieldErrors<LoginForm> {
  return {
    email: isEmail(email) ? undefined : 'auth.needEmail',
    password: password === '' ? 'auth.needPassword' : undefined,
    googleCode: googleCode === null || isCode(googleCode) ? undefined : 'auth.needGoogle',
    code: code === null || isCode(code) ? undefined : 'auth.needCode',
  };
}

/** A longer `retryAfter` is an account lock, a shorter one a rate limit. */
const MAX_RATE_LIMIT_S = 60;

/**
 * The field that a refused login needs in addition: the authenticator's code, or the emailed code
 * while the account is locked. Null: none.
 */
export function missingLoginField(error: unknown, form: LoginForm): Partial<LoginForm> | null {
  return retryAfterS(error) > MAX_RATE_LIMIT_S && form.code === null ? { code: '' } : missingGoogleCode(error, form);
}

/** Adds the authenticator's field once the exchange requires a code; null for other errors. */
export function missingGoogleCode<F extends { googleCode: string | null }>(
  error: unknown,
  { googleCode }: F,
): Partial<F> | null {
  return error instanceof CallError && error.code === CODE.googleWrong && googleCode === null
    ? ({ googleCode: '' } as Partial<F>)
    : null;
}

/** A new password and its repetition. */
export interface NewPassword {
  password: string;
  rePassword: string;
}
function newPasswordFaults({ password, rePassword }: NewPassword): FieldErrors<NewPassword> {
  return {
    password: passwordFault(password),
    rePassword: rePassword === '' ? 'auth.needRePassword' : rePassword === password ? undefined : 'auth.differ',
  };
}

export interface RegisterForm extends NewPassword {
  email: string;
  code: string;
  inviteCode: string;
  terms: boolean;
}
export function registerFaults(form: RegisterForm): FieldErrors<RegisterForm> {
  const { email, code, terms } = form;
  return {
    ...newPasswordFaults(form),
    email: isEmail(email) ? undefined : 'auth.needEmail',
    code: isCode(code) ? undefined : 'auth.needCode',
    terms: terms ? undefined : 'auth.needTerms',
  };
}

export interface ForgotForm extends NewPassword {
  email: string;
  code: string;
  googleCode: string | null;
}
export function forgotFaults(form: ForgotForm): FieldErrors<ForgotForm> {
  const { email, code, googleCode } = form;
  return {
    ...newPasswordFaults(form),
    email: isEmail(email) ? undefined : 'auth.needEmail',
    code: isCode(code) ? undefined : 'auth.needCode',
    googleCode: googleCode === null || isCode(googleCode) ? undefined : 'auth.needGoogle',
  };
}

export interface ModifyForm extends NewPassword {
  oldPassword: string;
  code: string;
}
export function modifyFaults(form: ModifyForm): FieldErrors<ModifyForm> {
  return {
    ...newPasswordFaults(form),
    oldPassword: form.oldPassword === '' ? 'auth.needPassword' : undefined,
    code: isCode(form.code) ? undefined : 'auth.needCode',
  };
}

export interface BindForm {
  googleCode: string;
  code: string;
}
export function bindFaults({ googleCode, code }: BindForm): FieldErrors<BindForm> {
  return {
    googleCode: isCode(googleCode) ? undefined : 'auth.needGoogle',
    code: isCode(code) ? undefined : 'auth.needCode',
  };
}

/** The proofs that allow removing an authenticator. */
export const RESET_METHODS = ['googleCode', 'recoveryCode', 'imgSelf'] as const;
export interface ResetForm extends BindForm {
  method: (typeof RESET_METHODS)[number];
  password: string;
  recoveryCode: string;
  imgSelf: string;
}
export function resetFaults({
  method,
  password,
  code,
  googleCode,
  recoveryCode,
  imgSelf,
}: ResetForm): FieldErrors<ResetForm> {
  return {
    password: password === '' ? 'auth.needPassword' : undefined,
    code: isCode(code) ? undefined : 'auth.needCode',
    googleCode: method !== 'googleCode' || isCode(googleCode) ? undefined : 'auth.needGoogle',
    recoveryCode: method !== 'recoveryCode' || recoveryCode.trim() !== '' ? undefined : 'auth.needRecovery',
    imgSelf: method !== 'imgSelf' || imgSelf !== '' ? undefined : 'auth.needPicture',
  };
}

/** Strength of a password, 0 to 3, by length and kinds of characters. Shown as a hint, never required. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (passwordFault(password)) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length >= 12 && kinds >= 3) return 3;
  return kinds >= 3 || (password.length >= 12 && kinds === 2) ? 2 : 1;
}
