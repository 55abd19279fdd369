// What went wrong with the journal, in words.
import type { Translate } from '../../../locales/use-translation.ts';
import { JournalError } from '../../../stores/device/practice-journal.ts';

export function troubleText(cause: unknown, t: Translate): string {
  console.warn('practice journal', cause);
  return t(cause instanceof JournalError && cause.trouble === 'full' ? 'journal.full' : 'journal.failed');
}
