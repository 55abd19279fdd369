// Where a text may be cut into pieces that are measured and drawn alone.
// Between any two characters, but not within words of joined letters.

/**
 * Arabic and Hebrew, also as presentation forms: their letters take their shape from those beside them, and run from
 * right to left.
 */
function isJoined(code: number): boolean {
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff);
}

/** Spaces and punctuation between two such words belong to them: consecutive words keep their own order. */
const BETWEEN = /^[\s\p{P}]+/u;

/** End of the piece that begins at `at`: a character, or a run of joined words. */
export function pieceEnd(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  if (!isJoined(code)) return at + (code > 0xffff ? 2 : 1);
  let end = at + 1;
  while (end < text.length) {
    if (isJoined(text.charCodeAt(end))) end += 1;
    else {
      const gap = BETWEEN.exec(text.slice(end))?.[0].length ?? 0;
      if (gap === 0 || end + gap >= text.length || !isJoined(text.charCodeAt(end + gap))) break;
      end += gap;
    }
  }
  return end;
}
