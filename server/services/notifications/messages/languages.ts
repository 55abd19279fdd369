// The messages of the services in every language.
import type { LanguageCode } from '../../../../core/units/language.ts';
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

const BY_LANGUAGE: Record<LanguageCode, Messages> = {
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

/** Messages in a language; English when it is not supported. */
export function messagesIn(language: string): Messages {
  return Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language as LanguageCode] : english;
}
