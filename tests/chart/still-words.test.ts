// Words that stay are painted from a picture, and whatever changes is seen in the very next frame.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Context2d } from '../../chart/backend.ts';
import { stillWords } from '../../chart/canvas2d/still-words.ts';
import { TextList } from '../../chart/draw-list.ts';

interface Word { text: string; x: number; y: number; color: string }
/** What stands in a made bitmap. */
const bitmaps = new Map<unknown, Word[]>();

class FakeCanvas {
  words: Word[] = [];
  width = 0;
  height = 0;
  getContext(): unknown {
    const { words } = this;
    return { font: '', fillStyle: '', measureText: (text: string) => ({ width: text.length * 10 }), fillText(this: { fillStyle: string }, text: string, x: number, y: number) { words.push({ text, x, y, color: this.fillStyle }); } };
  }
  transferToImageBitmap(): unknown {
    const bitmap = { close: () => bitmaps.delete(bitmap) };
    bitmaps.set(bitmap, this.words);
    return bitmap;
  }
}

/** A context that knows which words stand where, written or from a picture; a word cut off by its stripe is none. */
function fakeContext(font: string): { context: Context2d; take(): { words: Word[]; pictured: number } } {
  let words: Word[] = [];
  let pictured = 0;
  const context = {
    font, fillStyle: '',
    fillText(text: string, x: number, y: number) { words.push({ text, x, y, color: context.fillStyle }); },
    drawImage(bitmap: unknown, left: number, top: number, width: number, height: number, toX: number, toY: number) {
      const shown = bitmaps.get(bitmap)!.filter((word) => word.y > top && word.y < top + height && word.x >= left && word.x + word.text.length * 10 <= left + width);
      words.push(...shown.map((word) => ({ ...word, x: word.x - left + toX, y: word.y - top + toY })));
      pictured += shown.length;
    },
  };
  const take = (): { words: Word[]; pictured: number } => {
    const taken = { words: words.sort((a, b) => a.y - b.y || a.x - b.x), pictured };
    words = [];
    pictured = 0;
    return taken;
  };
  return { context: context as unknown as Context2d, take };
}

const before = globalThis.OffscreenCanvas;
beforeEach(() => { globalThis.OffscreenCanvas = FakeCanvas as never; });
afterEach(() => {
  globalThis.OffscreenCanvas = before;
  bitmaps.clear();
});

function legend(texts: TextList, value: number): void {
  texts.clear();
  for (let at = 0; at < 6; at += 1) texts.add(`MA${at} ${value + at}`, 10 + (at % 3) * 100, 40 + 60 * Math.floor(at / 3), 0xff000000 + at);
  texts.hold();
}

function expected(texts: TextList): Word[] {
  return Array.from({ length: texts.count }, (_, at) => ({ text: texts.texts[at]!, x: texts.x[at]!, y: texts.baseline[at]!, color: `rgba(${texts.colors[at]! & 0xff},0,0,1)` })).sort((a, b) => a.y - b.y || a.x - b.x);
}

describe('still words', () => {
  test('the same words stand at the same places whether written or painted, also those that changed just now', () => {
    const { context, take } = fakeContext('33px sans');
    const paint = stillWords();
    const texts = new TextList();
    let seen = 0;
    for (let frame = 0; frame < 40; frame += 1) {
      // Rests for some frames, changes with every frame, and rests again.
      if (frame === 0 || (frame > 12 && frame < 20)) legend(texts, 1000 + frame);
      texts.keep();
      texts.add(`tag ${frame}`, 300, 200, 0xff000009);
      paint(context, texts);
      const { words, pictured } = take();
      expect(words, `frame ${frame}`).toEqual(expected(texts));
      seen += pictured;
      if (frame > 12 && frame < 20) expect(pictured).toBe(0);
    }
    expect(seen).toBeGreaterThan(6 * 20);
    expect(bitmaps.size, 'pictures that nobody needs are closed').toBe(1);
  });

  test('small words, and those of a browser without OffscreenCanvas, are written', () => {
    const small = fakeContext('11px sans');
    const without = fakeContext('33px sans');
    const texts = new TextList();
    legend(texts, 1);
    const [paintSmall, paintWithout] = [stillWords(), stillWords()];
    for (let frame = 0; frame < 5; frame += 1) {
      paintSmall(small.context, texts);
      expect(small.take()).toEqual({ words: expected(texts), pictured: 0 });
    }
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    for (let frame = 0; frame < 5; frame += 1) {
      paintWithout(without.context, texts);
      expect(without.take()).toEqual({ words: expected(texts), pictured: 0 });
    }
  });
});
