// Texts of the chart are drawn piece by piece: characters alone, words of joined letters whole.
import { describe, expect, test } from 'vitest';
import { pieceEnd } from '../../../chart/scene/text/letter-runs.ts';
import { CharacterWidths } from '../../../chart/scene/text/text-measure.ts';

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

describe('pieces of a text', () => {
  test.each([
    ['Buy 0.1', [...'Buy 0.1']],
    ['賣出 2', [...'賣出 2']],
    ['a😀b', ['a', '😀', 'b']],
    ['جني الأرباح +67', ['جني الأرباح', ' ', '+', '6', '7']],
    ['طويل 100x', ['طويل', ' ', '1', '0', '0', 'x']],
    ['شراء 2 · بيع', ['شراء', ' ', '2', ' ', '·', ' ', 'بيع']],
    ['', []],
  ])('%s', (text, pieces) => expect(piecesOf(text)).toEqual(pieces));

  test('are finite and together are the text (seed 5)', () => {
    const letters = ['a', '1', ' ', '،', 'ب', 'ش', '\u2066', '😀', 'ה', '\ufe8d', '\n'];
    let state = 5;
    for (let round = 0; round < 2_000; round += 1) {
      let text = '';
      for (let at = 0; at < 12; at += 1) text += letters[(state = (state * 48_271) % 2_147_483_647) % letters.length]!;
      expect(piecesOf(text).join('')).toBe(text);
    }
  });

  test('are measured whole', () => {
    const asked: string[] = [];
    const widths = new CharacterWidths((text) => {
      asked.push(text);
      return text.length;
    });
    expect(widths.width('جني الأرباح 5')).toBe('جني الأرباح'.length + 2);
    expect(asked).toContain('جني الأرباح');
  });
});
