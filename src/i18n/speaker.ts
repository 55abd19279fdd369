// Says a text by its key: placeholders filled, the plural form that the language wants, another language behind what is missing.
import type { TFunction } from 'i18next';
import type { LanguageCode } from './languages.ts';

/** `count` also chooses the plural form: of the key `days`, `days_one` is for 1 in English. */
type Values = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

export class Speaker {
  language: LanguageCode;
  /** The text of a key in the language spoken now; the key itself where no language has it. Another function after every change of language. */
  t: TFunction;
  private readonly fallback: LanguageCode;
  private readonly texts = new Map<LanguageCode, Map<string, string>>();
  private readonly plurals = new Map<LanguageCode, Intl.PluralRules>();
  private readonly listeners = new Set<() => void>();

  constructor(fallback: LanguageCode) {
    this.fallback = fallback;
    this.language = fallback;
    this.t = this.voice();
  }

  /** Adds words of a language, or says them otherwise. */
  learn(language: LanguageCode, words: Readonly<Record<string, string | undefined>>): void {
    const known = this.texts.get(language) ?? new Map<string, string>();
    for (const [key, text] of Object.entries(words)) if (text !== undefined) known.set(key, text);
    this.texts.set(language, known);
  }

  forget(): void {
    this.texts.clear();
  }

  speak(language: LanguageCode): void {
    this.language = language;
    this.t = this.voice();
    for (const listener of this.listeners) listener();
  }

  /** The text as it stands in one language. */
  text(language: LanguageCode, key: string): string | undefined {
    return this.texts.get(language)?.get(key);
  }

  /** Told when another language is spoken; answers with the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private voice(): TFunction {
    const { language, fallback } = this;
    const say = (key: string, values?: Values): string => {
      const found = this.find(language, key, values?.['count']) ?? this.find(fallback, key, values?.['count']) ?? key;
      return values === undefined ? found : found.replace(PLACEHOLDER, (_, name: string) => String(values[name] ?? ''));
    };
    return say as unknown as TFunction;
  }

  private find(language: LanguageCode, key: string, count: unknown): string | undefined {
    const plural = typeof count === 'number' ? this.text(language, `${key}_${this.rules(language).select(count)}`) : undefined;
    return plural ?? this.text(language, key);
  }

  private rules(language: LanguageCode): Intl.PluralRules {
    const known = this.plurals.get(language) ?? new Intl.PluralRules(language);
    this.plurals.set(language, known);
    return known;
  }
}
