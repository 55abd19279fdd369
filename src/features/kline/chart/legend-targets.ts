// Where the buttons over the legend's names lie: large enough for a finger, none over another.
import type { LegendItem } from '../../../../chart/api.ts';

/** Least width and height that a finger meets (WCAG 2.2, 2.5.8); a short name and a row of the legend are smaller. */
const TARGET_PX = 24;

/** Names come from top to bottom; one that the button of a row above would cover begins where that button ends. */
export function legendTargets(items: readonly LegendItem[]): LegendItem[] {
  const targets: LegendItem[] = [];
  items.forEach((item, at) => {
    const { leftPx } = item;
    const widthPx = Math.max(item.widthPx, TARGET_PX);
    let { topPx } = item;
    targets.forEach((above, row) => {
      if (items[row]!.topPx < item.topPx && above.leftPx < leftPx + widthPx && leftPx < above.leftPx + above.widthPx)
        topPx = Math.max(topPx, above.topPx + above.heightPx);
    });
    targets[at] = { ...item, topPx, widthPx, heightPx: Math.max(item.heightPx, TARGET_PX) };
  });
  return targets;
}
