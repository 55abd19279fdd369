// Repeated texts are painted from bitmaps, and every change is visible in the next frame.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Context2d } from '../../../chart/render/context-2d.ts';
import { textPainterOf } from '../../../chart/render/canvas2d/text-painter.ts';
import { TextList } from '../../../chart/render/draw-list.ts';

interface Word {
  text: string;
  x: number;
  y: number;
  color: string;
}
/** Content of a bitmap. */
const bitmaps = new Map<unknown, Word[]>();

/** Number of canvases created and of resizes. */
let made = 0;

class FakeCanvas {
  words: Word[] = [];
  height: number;
  #widthPx: number;
  constructor(widthPx: number, heightPx: number) {
    this.#widthPx = widthPx;
    this.height = heightPx;
    made += 1;
  }

  get width(): number {
    return this.#widthPx;
  }
  /** Clears it. */
  set width(widthPx: number) {
    this.#widthPx = widthPx;
    this.words = [];
    made += 1;
  }

  getContext(): unknown {
    const write = (text: string, x: number, y: number, color: string): void =>
      void this.words.push({ text, x, y, color });
    return {
      font: '',
      fillStyle: '',
      measureText: (text: string) => ({
        width: text.length * 10,
        actualBoundingBoxAscent: 24,
        actualBoundingBoxDescent: 5,
      }),
      fillText(this: { fillStyle: string }, text: string, x: number, y: number) {
        write(text, x, y, this.fillStyle);
      },
      clearRect: () => {
        this.words = [];
      },
    };
  }
}

/** The content of a part of a canvas now, delivered a moment later. */
async function fakeBitmap(
  canvas: FakeCanvas,
  left = 0,
  top = 0,
  width = canvas.width,
  height = canvas.height,
): Promise<unknown> {
  const bitmap = { width, height, close: () => bitmaps.delete(bitmap) };
  const inside = canvas.words.filter(({ x, y }) => x >= left && x < left + width && y > top && y < top + height);
  bitmaps.set(
    bitmap,
    inside.map((word) => ({ ...word, x: word.x - left, y: word.y - top })),
  );
  return bitmap;
}

/** A context that records which texts are where, written or from a bitmap; a text cut off by its row counts as none. */
function fakeContext(font: string): { context: Context2d; take(): { words: Word[]; pictured: number } } {
  let words: Word[] = [];
  let pictured = 0;
  const context = {
    font,
    fillStyle: '',
    fillText(text: string, x: number, y: number) {
      words.push({ text, x, y, color: context.fillStyle });
    },
    drawImage(bitmap: { width: number; height: number }, ...at: number[]) {
      const [left, top, width, height, toX, toY] = (
        at.length > 2 ? at : [0, 0, bitmap.width, bitmap.height, ...at]
      ) as [number, number, number, number, number, number];
      const shown = bitmaps
        .get(bitmap)!
        .filter(
          (word) =>
            word.y > top && word.y < top + height && word.x >= left && word.x + word.text.length * 10 <= left + width,
        );
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

/** Waits for what was requested while a frame was painted. */
const frameEnds = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done);
  });

beforeEach(() => {
  made = 0;
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
  vi.stubGlobal('createImageBitmap', fakeBitmap);
});
afterEach(() => {
  vi.unstubAllGlobals();
  bitmaps.clear();
});

/** A painter, what it paints on, and what it is to write. */
function makeContext() {
  const font = '33px sans';
  return { font, ...fakeContext(font), paint: textPainterOf(), texts: new TextList() };
}

function legend(texts: TextList, value: number): void {
  texts.clear();
  for (let at = 0; at < 6; at += 1)
    texts.add(`MA${at} ${value + at}`, 10 + (at % 3) * 100, 40 + 60 * Math.floor(at / 3), 0xff000000 + at);
  texts.hold();
}

function expected(texts: TextList): Word[] {
  return Array.from({ length: texts.count }, (_, at) => ({
    text: texts.texts[at]!,
    x: texts.x[at]!,
    y: texts.baseline[at]!,
    color: `rgba(${texts.colors[at]! & 0xff},0,0,1)`,
  })).sort((a, b) => a.y - b.y || a.x - b.x);
}

describe('repeated texts', () => {
  test('texts have the same positions whether drawn as text or from a bitmap, also after a change', async () => {
    const { font, context, take, paint, texts } = makeContext();
    let seen = 0;
    for (let frame = 0; frame < 40; frame += 1) {
      // Constant for some frames, changing in every frame, constant again.
      if (frame === 0 || (frame > 12 && frame < 20)) legend(texts, 1000 + frame);
      texts.clear(texts.still);
      texts.add(`tag ${frame}`, 300, 200, 0xff000009);
      paint(context, texts, font);
      await frameEnds();
      const { words, pictured } = take();
      expect(words, `frame ${frame}`).toEqual(expected(texts));
      seen += pictured;
      if (frame > 12 && frame < 20) expect(pictured).toBe(0);
    }
    expect(seen).toBeGreaterThan(6 * 20);
    expect(bitmaps.size, 'unused pictures are closed').toBeLessThanOrEqual(2);
  });

  test('moving axes: every text is at its position in its colour, and most come from bitmaps', async () => {
    const { font, context, take, paint, texts } = makeContext();
    let seen = 0;
    for (let frame = 0; frame < 300; frame += 1) {
      texts.clear();
      // The same price in two colours, moving labels, new ones now and then, and one that changes in every frame.
      for (let at = 0; at < 8; at += 1)
        texts.add(`${Math.floor(frame / 30) + at}.00`, 900, 50 + 60 * at + (frame % 30), 0xff000001 + (at % 2));
      texts.add(`${frame}.123`, 10 + frame, 600, 0xff000003);
      paint(context, texts, font);
      await frameEnds();
      const { words, pictured } = take();
      expect(words, `frame ${frame}`).toEqual(expected(texts));
      seen += pictured;
    }
    expect(seen).toBeGreaterThan(8 * 150);
  });

  test('an endless sequence of texts keeps a limited number of bitmaps', async () => {
    const { font, context, paint, texts } = makeContext();
    for (let frame = 0; frame < 6000; frame += 1) {
      texts.clear();
      texts.add(`${Math.floor(frame / 4)}`, 0, 50, 0xff000000 + (frame % 2));
      paint(context, texts, font);
      await frameEnds();
      expect(bitmaps.size).toBeLessThanOrEqual(1);
    }
    expect(made, 'a new or resized canvas would wait for the thread of the page').toBeLessThanOrEqual(1);
    paint(context, texts, '36px sans');
    expect(bitmaps.size, 'another font needs other pictures').toBe(0);
  });

  test('small texts, and all in a browser without OffscreenCanvas, are drawn as text', () => {
    const small = fakeContext('11px sans');
    const without = fakeContext('33px sans');
    const texts = new TextList();
    legend(texts, 1);
    const [paintSmall, paintWithout] = [textPainterOf(), textPainterOf()];
    for (let frame = 0; frame < 5; frame += 1) {
      paintSmall(small.context, texts, '11px sans');
      expect(small.take()).toEqual({ words: expected(texts), pictured: 0 });
    }
    vi.unstubAllGlobals();
    for (let frame = 0; frame < 5; frame += 1) {
      paintWithout(without.context, texts, '33px sans');
      expect(without.take()).toEqual({ words: expected(texts), pictured: 0 });
    }
  });
});
