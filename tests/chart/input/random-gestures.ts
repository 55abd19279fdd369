// Random unintended gestures: pans, scrolls, pinches, flings and taps that begin anywhere on a chart, most of them on
// order lines.
import { vi } from 'vitest';
import { HOLD_MS } from '../../../chart/input/gestures.ts';
import { Fingers, line } from './fingers.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const KINDS = ['pan', 'scroll', 'slant', 'fling', 'tap', 'twice', 'rest', 'pinch', 'two', 'taken', 'mouse'] as const;

/** Performs one gesture that never presses a handle long enough to drag it. */
function gesture(fingers: Fingers, random: () => number, kind: (typeof KINDS)[number], from: [number, number]): void {
  const [x, y] = from;
  const far = (): number => (random() < 0.5 ? -1 : 1) * (40 + random() * 160);
  const to: [number, number] =
    kind === 'pan'
      ? [x + far(), y + random() * 6]
      : kind === 'scroll' || kind === 'taken'
        ? [x + random() * 6, y + far()]
        : [x + far(), y + far()];
  const touch = kind !== 'mouse';
  fingers.down(x, y, touch);
  // Moves before the press becomes a hold, or holds away from the handles.
  fingers.wait(kind === 'rest' ? HOLD_MS + 10 + random() * 300 : random() * (HOLD_MS - 60));
  if (kind === 'pinch' || kind === 'two') {
    const other: [number, number] = [random() * fingers.width, random() * fingers.height];
    fingers.down(...other, true, 2);
    if (kind === 'two') fingers.wait(random() * 500);
    fingers.swipe(from, to);
    fingers.move(other[0] + far(), other[1] + far(), true, 2);
    fingers.up(other[0], other[1], true, 2);
    fingers.swipe(to, from);
  } else if (kind === 'twice' || kind === 'tap') {
    fingers.up(x, y);
    if (kind === 'twice') {
      fingers.wait(80);
      fingers.down(x, y);
      fingers.wait(30);
    }
  } else fingers.swipe(from, to, 2 + Math.floor(random() * 8), 4 + random() * (kind === 'fling' ? 4 : 40), touch);
  if (kind === 'taken') fingers.gestures.cancel(1);
  fingers.up(...to, touch);
  fingers.wait(20 + random() * 900);
}

/**
 * Performs `count` gestures on a chart of `heightPx`. Throws on the first that would send anything. Returns how many
 * began on a label, and how many there were of each kind.
 */
export function randomGestures(
  seed: number,
  count: number,
  heightPx?: number,
): { onLabel: number; counts: Record<string, number> } {
  // With locked prices a tap on the axis is reported after a delay.
  vi.useFakeTimers();
  const random = seeded(seed);
  const fingers = new Fingers(
    (last) => [
      ...Array.from({ length: 8 }, (_, at) =>
        line(`o${at}`, last * (1 + (at - 4) * 0.002), { side: at < 4 ? 'buy' : 'sell' }),
      ),
      line('tp', last * 1.012, { kind: 'takeProfit' }),
      line('sl', last * 0.988, { kind: 'stopLoss' }),
      line('entry', last, { kind: 'position', movable: false }),
      line('alert', last * 1.006, { kind: 'alert' }),
      line('far', last * 2),
    ],
    heightPx,
  );
  const counts: Record<string, number> = {};
  let onLabel = 0;
  for (let at = 0; at < count; at += 1) {
    // Resets the view now and then: lines must be visible to be hit.
    if (at % 20 === 0) {
      fingers.interactions.orders.setLines([...fingers.interactions.orders.shownLines]);
      fingers.gestures.cancel(1);
      fingers.chart.composer.view.style = { ...fingers.chart.composer.view.style, autoScale: true };
      fingers.chart.composer.view.time.resetView();
      fingers.chart.frame();
    }
    const kind = KINDS[Math.floor(random() * KINDS.length)]!;
    let from: [number, number] = [random() * fingers.width, random() * fingers.height];
    const lines = fingers.interactions.orders.shownLines;
    const aimed = random() < 0.6 && lines[Math.floor(random() * lines.length)];
    if (aimed) {
      onLabel += 1;
      // A label, its handle or its tag; a mouse drags a handle at once, so it aims beside it.
      const held = kind === 'rest' || kind === 'mouse';
      from = [
        fingers.axis + (held ? -90 + random() * 60 : -110 + random() * 165),
        fingers.yOf(aimed.price) + (random() - 0.5) * 20,
      ];
    } else if (kind === 'rest' || kind === 'mouse') from[0] = Math.min(from[0], fingers.axis - 30);
    gesture(fingers, random, kind, from);
    counts[kind] = (counts[kind] ?? 0) + 1;
    const sent = fingers.sent();
    if (sent.length > 0)
      throw new Error(
        `seed ${seed}, gesture ${at} (${kind} from ${from.map(Math.round).join(',')}): ${JSON.stringify(sent)}`,
      );
    fingers.chart.events.length = 0;
  }
  vi.useRealTimers();
  return { onLabel, counts };
}
