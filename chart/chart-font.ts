// Loads the font of a chart's texts in the thread that draws; a worker does not see the fonts of the page.
import type { ChartTheme } from './api.ts';

/** Font faces of this thread: of its document, or of its worker. */
const { document, fonts = document?.fonts } = globalThis as { document?: { fonts: Fonts }; fonts?: Fonts };

interface Fonts {
  add(face: FontFace): void;
}

/** A font file: its family once it is loaded, and who waits for it. */
interface Loading {
  family: string | null;
  waiting: (() => void)[];
}

/** By address. */
const files = new Map<string, Loading>();

async function load(url: string, loading: Loading): Promise<void> {
  const family = `chart-${files.size}`;
  try {
    const face = await new FontFace(family, `url(${JSON.stringify(url)})`).load();
    fonts?.add(face);
    loading.family = family;
    for (const loaded of loading.waiting.splice(0)) loaded();
  } catch (cause) {
    // The next theme tries again.
    files.delete(url);
    console.warn('chart font load failed', cause);
  }
}

/** The family of a file; null, and `loaded` is called later, while it is not loaded. */
function familyOf(url: string, loaded: () => void): string | null {
  let file = files.get(url);
  if (!file) {
    file = { family: null, waiting: [] };
    files.set(url, file);
    void load(url, file);
  }
  if (file.family === null) file.waiting.push(loaded);
  return file.family;
}

/**
 * The theme with those of its font files that are loaded in front of `fontFamily`; `loaded` is called when
 * more of them are.
 */
export function withFont(theme: ChartTheme, loaded: () => void): ChartTheme {
  if (!('FontFace' in globalThis)) return theme;
  const families = (theme.fontFiles ?? []).flatMap((url) => familyOf(url, loaded) ?? []);
  return { ...theme, fontFamily: [...families, theme.fontFamily].join() };
}
