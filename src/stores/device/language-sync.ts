// Follows the language that the user chose in another window.
import { effect } from '@preact/signals-react';
import { changeLanguage, i18n } from '../../locales/i18n.ts';
import { isLanguage } from '../../locales/languages.ts';
import { language } from './language.ts';

/** Returns the function that stops it. Where the texts cannot be loaded the language stays. */
export function followLanguage(): () => void {
  return effect(() => {
    const code = language.value;
    if (isLanguage(code) && code !== i18n.language)
      changeLanguage(code).catch((cause: unknown) => console.warn(`language ${code} cannot be loaded`, cause));
  });
}
