// The chart's font: texts are written in it once its files are loaded, for every chart that waits.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { THEMES } from '../support/data/chart-data.ts';

/** Fonts of this thread. */
const added = new Set<Face>();
vi.stubGlobal('fonts', added);
const { withFont } = await import('../../chart/chart-font.ts');

const answers = new Map<string, { done: () => void; failed: (cause: Error) => void }>();

/** The platform's font faces: each loads when the test lets it. */
class Face {
  readonly family: string;
  readonly source: string;
  constructor(family: string, source: string) {
    this.family = family;
    this.source = source;
  }
  load(): Promise<this> {
    return new Promise((done, failed) => {
      answers.set(this.source, { done: () => done(this), failed });
    });
  }
}

const themeWith = (...fontFiles: string[]) => ({ ...THEMES.dark, fontFamily: 'Arial', fontFiles });
const familyOf = (url: string, loaded: () => void = () => undefined): string =>
  withFont(themeWith(url), loaded).fontFamily;

describe('the font of the chart', () => {
  afterEach(() => vi.unstubAllGlobals());
  const start = (): void => {
    added.clear();
    vi.stubGlobal('FontFace', Face);
  };

  it('comes before the fonts of the device once it is loaded, for all that wait', async () => {
    start();
    const calls: string[] = [];
    expect(familyOf('/a.woff2', () => calls.push('first'))).toBe('Arial');
    expect(familyOf('/a.woff2', () => calls.push('second'))).toBe('Arial');
    answers.get('url("/a.woff2")')!.done();
    await expect.poll(() => calls).toEqual(['first', 'second']);
    const [face] = added;
    expect(familyOf('/a.woff2')).toBe(`${face!.family},Arial`);
    expect(added.size).toBe(1);
  });

  it('is tried again by the next theme when it could not be loaded', async () => {
    start();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    familyOf('/b.woff2');
    answers.get('url("/b.woff2")')!.failed(new Error('offline'));
    await expect.poll(() => warn).toHaveBeenCalled();
    let loaded = false;
    familyOf('/b.woff2', () => (loaded = true));
    answers.get('url("/b.woff2")')!.done();
    await expect.poll(() => loaded).toBe(true);
    expect(familyOf('/b.woff2')).toMatch(/^chart-\d+,Arial$/);
  });

  it('is the device’s where the theme names no file or the browser has no font faces', () => {
    start();
    expect(withFont(themeWith(), () => undefined).fontFamily).toBe('Arial');
    vi.unstubAllGlobals();
    expect(familyOf('/c.woff2')).toBe('Arial');
  });
});
