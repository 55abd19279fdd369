// The messages of the services in the nine languages.
import type { Messages } from './message-texts.ts';
import { messages as arabic } from './ar-AE.ts';
import { messages as german } from './de-DE.ts';
import { messages as english } from './en-US.ts';
import { messages as french } from './fr-FR.ts';
import { messages as japanese } from './ja-JP.ts';
import { messages as korean } from './ko-KR.ts';
import { messages as russian } from './ru-RU.ts';
import { messages as vietnamese } from './vi.ts';
import { messages as chinese } from './zh-TW.ts';

const BY_LANGUAGE: Record<string, Messages> = {
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

/** Codes of the nine languages, English first. */
export const LANGUAGES: readonly string[] = Object.keys(BY_LANGUAGE);

/** Messages in a language; English when it is not supported. */
export function messagesIn(language: string): Messages {
  return (Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language] : undefined) ?? english;
}
