// The words of the accounts room in the nine languages.
import type { AccountWords } from './message-texts.ts';
import { words as arabic } from './ar-AE.ts';
import { words as german } from './de-DE.ts';
import { words as english } from './en-US.ts';
import { words as french } from './fr-FR.ts';
import { words as japanese } from './ja-JP.ts';
import { words as korean } from './ko-KR.ts';
import { words as russian } from './ru-RU.ts';
import { words as vietnamese } from './vi.ts';
import { words as chinese } from './zh-TW.ts';

const BY_LANGUAGE: Record<string, AccountWords> = {
  'en-US': english,
  'zh-TW': chinese,
  'ko-KR': korean,
  'ja-JP': japanese,
  'de-DE': german,
  'fr-FR': french,
  'ru-RU': russian,
  vi: vietnamese,
  'ar-AE': arabic,
};

/** The nine, English first. */
export const LANGUAGES: readonly string[] = Object.keys(BY_LANGUAGE);

/** Words of a language; English for one that is not among the nine. */
export function accountWords(language: string): AccountWords {
  return (Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language] : undefined) ?? english;
}
