// Texts of the nine languages: words of docs/wording.md, signs of the language, and widths on a phone of 360 px.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NAMED_FIELDS, fieldName } from '../../../server/services/notifications/messages/field-names.ts';
import { messagesIn } from '../../../server/services/notifications/messages/languages.ts';
import { LANGUAGES, isLanguage } from '../../../src/locales/languages.ts';
import { type Namespace, loadNamespace } from '../../../src/locales/namespaces.ts';
import { ROOT } from '../../support/data/shared-file.ts';
import { longestWordWidth, widthOf } from './text-width.ts';
import {
  type Text,
  balanceFaults,
  bannedFaults,
  bannedWordsOf,
  signFaults,
  termFaults,
  termsOf,
} from './wording-rules.ts';

const page = readFileSync(join(ROOT, 'docs/wording.md'), 'utf8');
const terms = termsOf(page);
const banned = bannedWordsOf(page);
const codes = Object.keys(LANGUAGES).filter(isLanguage);
const NAMESPACES: Namespace[] = [
  ...readdirSync(join(ROOT, 'src/locales/en-US')).map((name) => name.replace('.json', '') as Namespace),
  'refusals',
];

/** All texts of a tree of messages by path. */
function textsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`));
}

/** What users see in a language: texts of the page, refusals, names of fields, notices, mails and articles. */
const textsByLanguage = new Map(
  await Promise.all(
    codes.map(async (language) => {
      const parts = await Promise.all(NAMESPACES.map((namespace) => loadNamespace(language, namespace)));
      const all: [string, string][] = [
        ...parts.flatMap((part) => Object.entries({ ...part })),
        ...NAMED_FIELDS.map((field): [string, string] => [`field ${field}`, fieldName(field, language)]),
        ...textsIn(messagesIn(language), 'message'),
      ];
      return [language, new Map(all.filter(([key]) => key !== 'default'))] as const;
    }),
  ),
);
const textOf = (language: string, key: string): string => textsByLanguage.get(language as 'en-US')!.get(key)!;
const allTexts: Text[] = [...textsByLanguage].flatMap(([language, texts]) =>
  [...texts].map(([key, text]): Text => ({ language, key, text })),
);

describe('docs/wording.md', () => {
  it('has a form of each term, and some unused words, in every language', () => {
    expect(terms.length).toBeGreaterThan(20);
    for (const term of terms)
      for (const code of codes) expect(term[code]?.length, JSON.stringify(term)).toBeGreaterThan(0);
    for (const code of codes) expect(banned[code]?.length, code).toBeGreaterThan(3);
  });
});

describe('texts', () => {
  it('are all found', () => {
    expect(allTexts.length).toBeGreaterThan(codes.length * 1_400);
    expect(textOf('en-US', 'message.mail.subject')).toBe('Your verification code');
  });

  it('have no word that is not used', () => {
    expect(allTexts.flatMap((text) => bannedFaults(text, banned))).toEqual([]);
  });

  it('call each thing by its term', () => {
    const faults = allTexts
      .filter(({ language, key }) => language !== 'en-US' && textsByLanguage.get('en-US')!.has(key))
      .flatMap((text) => termFaults(textOf('en-US', text.key), text, terms));
    expect(faults).toEqual([]);
  });

  it('have the signs of their language', () => {
    expect(allTexts.flatMap(signFaults)).toEqual([]);
  });

  it('close their braces and isolates', () => {
    expect(allTexts.flatMap(balanceFaults)).toEqual([]);
  });

  it('with planted faults are refused', () => {
    const text = (language: string, words: string): Text => ({ language, key: 'planted', text: words });
    expect(bannedFaults(text('en-US', 'The risk rate of it'), banned)).toHaveLength(1);
    expect(bannedFaults(text('en-US', 'Your order was revoked'), banned)).toHaveLength(1);
    expect(bannedFaults(text('de-DE', 'Ihr Auftrag'), banned)).toHaveLength(1);
    expect(bannedFaults(text('zh-TW', '最高風險率'), banned)).toHaveLength(1);
    expect(bannedFaults(text('ar-AE', 'مركز طويل'), banned)).toHaveLength(1);
    expect(bannedFaults(text('en-US', 'The withstanding and {{multiple}}'), banned)).toEqual([]);
    expect(termFaults('Change leverage', text('de-DE', 'Multiplikator ändern'), terms)).toHaveLength(1);
    expect(termFaults('Change leverage', text('de-DE', 'Hebel ändern'), terms)).toEqual([]);
    expect(termFaults('Add margin', text('ja-JP', '追加'), terms)).toHaveLength(1);
    for (const [language, words] of [
      ['en-US', 'Tap "Add"'],
      ['en-US', "Don't"],
      ['de-DE', 'Tippen Sie auf “Teilen”'],
      ['fr-FR', 'Quelle heure ?'],
      ['fr-FR', "l'ordre"],
      ['en-US', 'Enter a price '],
      ['en-US', 'Loading...'],
      ['en-US', '10 % of the fees'],
      ['de-DE', '10 % der Gebühren'],
    ] as const)
      expect(signFaults(text(language, words)), words).toHaveLength(1);
    expect(balanceFaults(text('vi', 'Giá {{price}'))).toHaveLength(1);
    expect(balanceFaults(text('ar-AE', '\u2066{{price}}'))).toHaveLength(1);
  });
});

/** Space inside the gutters of a phone of 360 px. */
const ROW_PX = 360 - 2 * 16;
const TYPE_M_PX = 14;
const TYPE_S_PX = 12;

/** Keys by the element that shows them, as the page's sources have them: `<Button>`, `<Button small>`, `<th>`. */
function keysByKind(): { button: Set<string>; small: Set<string>; head: Set<string> } {
  const kinds = { button: new Set<string>(), small: new Set<string>(), head: new Set<string>() };
  for (const name of readdirSync(join(ROOT, 'src'), { recursive: true }).map(String)) {
    if (!name.endsWith('.tsx')) continue;
    const source = readFileSync(join(ROOT, 'src', name), 'utf8');
    const buttons = /<Button\b((?:[^>{]|\{(?:[^{}]|\{[^{}]*\})*\}|=>)*)>\s*((?:(?!<\/Button>)[\s\S])*?)<\/Button>/g;
    for (const [, attributes, content] of source.matchAll(buttons))
      for (const [, key] of content!.matchAll(/\bt\('([^']+)'/g))
        kinds[/\bsmall\b/.test(attributes!) ? 'small' : 'button'].add(key!);
    for (const [, key] of source.matchAll(/<th\b[^>]*>\s*\{t\('([^']+)'\)\}/g)) kinds.head.add(key!);
  }
  return kinds;
}

/** Choices that share a row in equal columns; the page composes their keys. */
const ROWS: readonly (readonly string[])[] = [
  ['tab.home', 'tab.contracts', 'tab.assets'],
  ['trade.buy', 'trade.sell'],
  ['trade.limit', 'trade.market'],
  ['contracts.long', 'contracts.short'],
  ['contracts.marginAdd', 'contracts.marginBack'],
  ['contracts.byMark', 'contracts.byLast'],
  ['alert.price', 'alert.percent', 'alert.risk'],
  ['alert.rise', 'alert.fall'],
  ['alert.once', 'alert.again'],
  ['alert.by.toast', 'alert.by.system', 'alert.by.push'],
  ['auth.way.googleCode', 'auth.way.recoveryCode', 'auth.way.imgSelf'],
  ['kyc.idCard', 'kyc.licence', 'kyc.passport'],
  ['depth.bySize', 'depth.bySlippage'],
  ['style.linear', 'style.log', 'style.percent'],
  ['set.dark', 'set.light', 'set.system'],
  ['set.greenUp', 'set.redUp'],
  ['set.plain', 'set.safe'],
  ['equity.range.7d', 'equity.range.30d', 'equity.range.all'],
];
/** Padding of a segment, and the frame and gaps of its row. */
const SEGMENT_PADDING_PX = 2 * 8;
const SEGMENT_GAP_PX = 2;

interface Limit {
  keys: Iterable<string>;
  fontPx: number;
  /** Most of the whole text. */
  linePx: number;
  /** Most of a part that does not wrap. */
  wordPx: number;
}

const kinds = keysByKind();
const LIMITS: Record<string, Limit> = {
  // A button may wrap once; a small one is beside another one or a title.
  button: { keys: kinds.button, fontPx: TYPE_M_PX, linePx: 2 * (ROW_PX - 32), wordPx: ROW_PX - 32 },
  'small button': { keys: kinds.small, fontPx: TYPE_S_PX, linePx: ROW_PX - 24 - 100, wordPx: ROW_PX - 24 - 100 },
  'table head': { keys: kinds.head, fontPx: TYPE_S_PX, linePx: 200, wordPx: 110 },
};

const lengthFaults = ({ language, key, text }: Text, { fontPx, linePx, wordPx }: Limit): string[] => [
  ...(widthOf(text, fontPx) > linePx ? [`${language} ${key}: "${text}" is longer than ${Math.round(linePx)} px`] : []),
  ...(longestWordWidth(text, fontPx) > wordPx
    ? [`${language} ${key}: a word of "${text}" is longer than ${Math.round(wordPx)} px`]
    : []),
];

/** A row whose longest words together are wider than the phone, and its labels of more than two lines. */
function rowFaults(labels: readonly Text[]): string[] {
  const freePx = ROW_PX - (labels.length + 1) * SEGMENT_GAP_PX - labels.length * SEGMENT_PADDING_PX;
  const leastPx = labels.reduce((sum, { text }) => sum + longestWordWidth(text, TYPE_M_PX), 0);
  const names = labels.map(({ text }) => text).join(' | ');
  return [
    ...(leastPx > freePx ? [`${labels[0]!.language} row "${names}" is wider than ${Math.round(freePx)} px`] : []),
    ...labels
      .filter(({ text }) => widthOf(text, TYPE_M_PX) > (2 * freePx) / labels.length)
      .map(({ language, key, text }) => `${language} ${key}: "${text}" needs more than two lines`),
  ];
}

describe('texts on a phone of 360 px', () => {
  it('are known by the element that shows them', () => {
    expect(kinds.button.size).toBeGreaterThan(40);
    expect(kinds.small.size).toBeGreaterThan(20);
    expect(kinds.head.size).toBeGreaterThan(5);
  });

  it.each(Object.entries(LIMITS))('fit: %s', (_, limit) => {
    const faults = [...limit.keys].flatMap((key) =>
      codes.flatMap((language) =>
        textsByLanguage.get(language)!.has(key)
          ? lengthFaults({ language, key, text: textOf(language, key) }, limit)
          : [],
      ),
    );
    expect(faults).toEqual([]);
  });

  it.each(ROWS)('fit in a row: %s %s %s', (...keys) => {
    const labelsIn = (language: string): Text[] => keys.map((key) => ({ language, key, text: textOf(language, key) }));
    expect(codes.flatMap((language) => rowFaults(labelsIn(language)))).toEqual([]);
  });

  it('that are too long are found', () => {
    const planted = (text: string): Text => ({ language: 'de-DE', key: 'planted', text });
    expect(lengthFaults(planted('Zweifaktorauthentifizierungsverfahrensbestätigung'), LIMITS['button']!)).toHaveLength(
      1,
    );
    expect(
      lengthFaults(planted('Alle anderen Sitzungen sofort und endgültig beenden'), LIMITS['small button']!),
    ).toHaveLength(1);
    expect(lengthFaults(planted('Kaufen'), LIMITS['small button']!)).toEqual([]);
    expect(rowFaults([planted('Wiederherstellungscode'), planted('Ausführungsbestätigung')])).toHaveLength(1);
    expect(rowFaults([planted('Kaufen'), planted('Verkaufen')])).toEqual([]);
    expect(widthOf('{{price}}', 10)).toBe(widthOf('12,345.67', 10));
  });
});
