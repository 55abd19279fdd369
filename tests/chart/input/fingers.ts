// Fixture: a chart with order lines, and a user's fingers on it.
import type { ChartEvent, TradeLine } from '../../../chart/api.ts';
import { Interactions } from '../../../chart/input/interactions.ts';
import { ViewController } from '../../../chart/input/view-controller.ts';
import { Gestures, HOLD_MS, LONG_PRESS_MS } from '../../../chart/input/gestures.ts';
import { type ChartFixture, makeChartFixture } from '../chart-fixture.ts';

const RATIO = 3;
/** Events that can change an order: a drop asks for another price, a confirmation sends it. */
const SENDS: ReadonlySet<ChartEvent['kind']> = new Set(['lineDrop', 'lineAnswer']);

/** Touch and mouse input in CSS px, on a virtual clock in ms. */
export class Fingers {
  readonly chart: ChartFixture = makeChartFixture();
  readonly interactions: Interactions;
  readonly gestures: Gestures;
  readonly #view: ViewController;
  nowMs = 1_000;
  #downMs = -1;

  /** `heightPx`: of a chart without panes of indicators; absent: the fixture's own. */
  constructor(lines: (last: number) => TradeLine[], heightPx?: number) {
    const { composer, mark, emit, columns } = this.chart;
    if (heightPx !== undefined) {
      composer.view.data.setIndicators([]);
      composer.makePanes();
      composer.resize(composer.view.widthPx, heightPx * RATIO, RATIO);
      this.chart.frame();
    }
    this.#view = new ViewController(composer, mark, () => undefined, true);
    this.interactions = new Interactions(composer, this.#view, mark, emit);
    this.gestures = new Gestures(this.#view);
    this.interactions.orders.setLines(lines(columns.close[499]!));
    this.chart.frame();
  }

  get width(): number {
    return this.chart.composer.view.widthPx / RATIO;
  }
  get height(): number {
    return this.chart.composer.view.heightPx / RATIO;
  }
  get axis(): number {
    return this.chart.composer.view.plotRightPx / RATIO;
  }
  yOf(price: number): number {
    return this.chart.composer.view.panes[0]!.scale.yOf(price) / RATIO;
  }

  down(xPx: number, yPx: number, touch = true, id = 1): void {
    this.gestures.down({ id, xPx, yPx, timeMs: this.nowMs, touch });
    this.#downMs = this.nowMs;
  }

  /** Advances the clock and fires the due press timers. */
  wait(ms: number): void {
    const until = this.nowMs + ms;
    for (const [after, fire] of [
      [HOLD_MS, () => this.gestures.hold()],
      [LONG_PRESS_MS, () => this.gestures.longPress()],
    ] as const) {
      if (this.#downMs >= 0 && this.nowMs < this.#downMs + after && until >= this.#downMs + after) fire();
    }
    this.nowMs = until;
  }

  move(xPx: number, yPx: number, touch = true, id = 1): void {
    this.gestures.move({ id, xPx, yPx, timeMs: this.nowMs, touch });
  }
  up(xPx: number, yPx: number, touch = true, id = 1): void {
    this.gestures.up({ id, xPx, yPx, timeMs: this.nowMs, touch });
    this.#downMs = -1;
  }

  swipe(from: [number, number], to: [number, number], steps = 8, stepMs = 12, touch = true): void {
    for (let step = 1; step <= steps; step += 1) {
      this.wait(stepMs);
      this.move(from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps, touch);
      if (step % 3 === 0) this.chart.frame();
    }
  }

  sent(): ChartEvent[] {
    return this.chart.events.filter(({ kind }) => SENDS.has(kind));
  }
}

export const line = (id: string, price: number, more: Partial<TradeLine> = {}): TradeLine => ({
  id,
  kind: 'order',
  side: 'buy',
  price,
  label: `Buy ${id}`,
  movable: true,
  pending: false,
  ...more,
});
