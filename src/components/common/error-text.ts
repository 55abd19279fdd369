// User-facing text of an error: the server's message, or ours where there was no response.
import type { Translate } from '../../locales/use-translation.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { CallError, FAILURE } from '../../api/call.ts';

export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof CallError)) return t('app.failed');
  if (error.code === FAILURE.network) return t('failure.network');
  if (error.code === FAILURE.timeout) return t('failure.timeout');
  return error.message || t(error.code === CODE.unsure ? 'failure.unsure' : 'failure.broken');
}
