// Sizes and visibility of the terminal's panes, stored by the browser.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import * as v from 'valibot';
import { stored } from '../../stores/device/storage.ts';

export const PANES = ['list', 'book', 'ticket', 'dock'] as const;
export type Pane = (typeof PANES)[number];

/** Least and largest size in px: below the first a pane's figures are cut, above the second the chart has no room. */
export const PANE_LIMITS: Readonly<Record<Pane, readonly [leastPx: number, mostPx: number]>> = {
  list: [140, 420],
  book: [190, 640],
  ticket: [232, 560],
  dock: [96, 900],
};

const schema = v.object({
  /** In px; a pane that was never resized follows the window. */
  sizes: v.record(v.picklist(PANES), v.pipe(v.number(), v.minValue(0), v.maxValue(2000))),
  hidden: v.array(v.picklist(PANES)),
  /** What the pane of the book shows. */
  book: v.optional(v.picklist(['book', 'ladder'])),
});
export type PaneLayout = v.InferOutput<typeof schema>;
const DEFAULT: PaneLayout = { sizes: {}, hidden: [] };

const item = stored('fxproTerminal');

/** The layout of a stored text; the default one for a text of another version. */
function layoutOf(text: string): PaneLayout {
  try {
    const layout = v.parse(schema, JSON.parse(text));
    // Of an older version, or of another device, they may be outside of today's limits.
    const sizes = PANES.flatMap((pane) => {
      const px = layout.sizes[pane];
      return px === undefined ? [] : [[pane, clampPane(pane, px)] as const];
    });
    return { ...layout, sizes: Object.fromEntries(sizes) };
  } catch {
    return DEFAULT;
  }
}

export const paneLayout: ReadonlySignal<PaneLayout> = computed(() => layoutOf(item.value));

function store(change: Partial<PaneLayout>): void {
  item.value = JSON.stringify({ ...paneLayout.peek(), ...change });
}

export function clampPane(pane: Pane, px: number): number {
  const [leastPx, mostPx] = PANE_LIMITS[pane];
  return Math.round(Math.min(mostPx, Math.max(leastPx, px)));
}

export function resizePane(pane: Pane, px: number): void {
  store({ sizes: { ...paneLayout.peek().sizes, [pane]: clampPane(pane, px) } });
}

export function showPanes(shown: readonly Pane[]): void {
  store({ hidden: PANES.filter((pane) => !shown.includes(pane)) });
}

export type BookTab = NonNullable<PaneLayout['book']>;

/** Shows the book or the ladder, and the pane where it is hidden. */
export function showBook(book: BookTab): void {
  store({ book, hidden: paneLayout.peek().hidden.filter((pane) => pane !== 'book') });
}

export function resetPanes(): void {
  item.value = '';
}
