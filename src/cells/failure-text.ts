// Why a call failed, in the user's words.
import { CallError, FAILURE } from '../api/call.ts';
import { i18n } from '../i18n/i18n.ts';

/** The server's sentence; for a failure that is no answer, what happened and what to do. */
export function failureText(cause: unknown): string {
  if (!(cause instanceof CallError)) return String(cause);
  if (cause.message !== '') return cause.message;
  if (cause.code === FAILURE.timeout) return i18n.t('failure.timeout');
  return i18n.t(cause.code === FAILURE.broken ? 'failure.broken' : 'failure.network');
}
