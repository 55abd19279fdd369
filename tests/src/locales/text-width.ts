// Widths of texts on a phone of 360 px, from a table of glyph widths that is wider than the fonts in use.

/** Widths in em at weight 600: each class is as wide as its widest common glyph in Roboto, Inter and Noto. */
const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\u2066-\u2069]/u, 0],
  [/[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef…—]/u, 1],
  [/[\uac00-\ud7af]/u, 0.95],
  [/\p{Script=Arabic}/u, 0.56],
  [/[iljI.,:;'’|!·()[\] \u00a0\u202f]/u, 0.33],
  [/[ftr/“”„-]/u, 0.42],
  [/[mwMW@%южшщмфыЖШЩЮМФЫ]/u, 0.93],
  [/[A-ZÀ-ÞА-ЯĐƠƯẠ-Ỹ]/u, 0.7],
];
const OTHER_EM = 0.61;
/** An amount in place of a placeholder: "12,345.67". */
const SAMPLE = '12,345.67';

export function widthOf(text: string, fontPx: number): number {
  const filled = text.replace(/\{\{?\w+\}?\}/g, SAMPLE);
  let em = 0;
  for (const glyph of filled) em += CLASSES.find(([pattern]) => pattern.test(glyph))?.[1] ?? OTHER_EM;
  return em * fontPx;
}

/** The longest part that does not wrap. */
export function longestWordWidth(text: string, fontPx: number): number {
  const parts = text.split(/[ /]|(?<=-)|(?=[\u3000-\u30ff\u3400-\u9fff])/u);
  return Math.max(...parts.map((part) => widthOf(part, fontPx)));
}
