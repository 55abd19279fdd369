// The engine: owns the one animation frame. Calls and gestures mark damage; the frame composes, draws once, and rests.
import type { BackendChoice } from './backend.ts';
import type { CandleColumns, Chart, ChartIndicator, ChartMarket, ChartOptions, ChartTheme, ColumnsChange } from './chart.ts';
import { Composer } from './composer.ts';
import { Hand } from './hand.ts';
import { listen } from './input/pointer-input.ts';
import { leftMs } from './layers/last-price.ts';
import { Damage, DAMAGE, type DamageLevel } from './scene/damage.ts';
import { Stage } from './stage.ts';

/** Wakes just after the second changed, so that the countdown never shows a second twice. */
const AFTER_SECOND_MS = 4;
/** A question for older candles that brought none is asked again no sooner, and only when a hand moves the chart. */
const ASK_AGAIN_MS = 2000;

class Engine implements Chart {
  framesDrawn = 0;
  private readonly options: ChartOptions;
  private readonly choice: BackendChoice;
  private readonly composer: Composer;
  private readonly stage: Stage;
  private readonly damage = new Damage();
  private readonly hand: Hand;
  private unlisten: () => void;
  private frameId = 0;
  private countdownTimer = 0;
  private visible = true;
  private sized = false;
  private over = false;
  private olderAsked = false;
  private olderAskedAtMs = 0;
  private reportedRow = -1;

  constructor(canvas: HTMLCanvasElement, options: ChartOptions, choice: BackendChoice) {
    this.options = options;
    const context = canvas.ownerDocument.createElement('canvas').getContext('2d');
    if (!context) throw new Error('the chart needs a 2D context to measure text');
    this.composer = new Composer(options.market, options.theme, (character) => context.measureText(character).width, (font) => { context.font = font; });
    this.hand = new Hand(this.composer, (level) => this.mark(level), () => this.allowOlder());
    this.stage = new Stage(canvas, {
      // At once: a new canvas must not be shown empty for a frame.
      repaint: () => {
        this.mark(DAMAGE.full);
        this.drawNow();
      },
      canvasChanged: (changed) => {
        this.unlisten();
        this.unlisten = listen(changed, this.hand);
      },
    });
    this.unlisten = listen(canvas, this.hand);
    this.choice = choice;
  }

  get backend(): 'webgl' | 'canvas2d' { return this.stage.backend.kind; }

  setMarket(market: ChartMarket): void {
    this.composer.setMarket(market);
    this.mark(DAMAGE.layout);
  }

  setCandles(columns: CandleColumns, change: ColumnsChange, added = 0): void {
    const { time, data } = this.composer.view;
    const before = time.length;
    if (change === 'reset') time.reset(columns.length);
    else if (change === 'prepend') time.prepend(added, columns.length);
    else time.grow(columns.length);
    // An empty answer to the last question is not asked again until a hand moves the chart.
    if (change === 'reset' || added > 0) this.olderAsked = false;
    data.setColumns(columns, change, Math.max(0, Math.min(before, columns.length) - 1), time);
    this.mark(change === 'tail' ? DAMAGE.tick : DAMAGE.data);
  }

  setIndicators(indicators: ChartIndicator[]): void {
    const reshaped = this.composer.view.data.setIndicators(indicators);
    if (reshaped) this.composer.makePanes();
    this.mark(reshaped ? DAMAGE.layout : DAMAGE.data);
  }

  setTheme(theme: ChartTheme): void {
    this.composer.setTheme(theme);
    this.mark(DAMAGE.full);
  }

  resize(widthPx: number, heightPx: number, pixelRatio: number): void {
    const width = Math.max(1, Math.round(widthPx * pixelRatio));
    const height = Math.max(1, Math.round(heightPx * pixelRatio));
    const { view } = this.composer;
    if (this.sized && view.widthPx === width && view.heightPx === height && view.ratio === pixelRatio) return;
    const first = !this.sized;
    this.sized = widthPx > 0 && heightPx > 0;
    this.composer.resize(width, height, pixelRatio);
    this.stage.resize(width, height);
    if (first) this.startZoom(pixelRatio);
    // A canvas is cleared when its size changes; painting in the same task keeps it from flashing.
    this.mark(DAMAGE.full);
    if (!first) this.drawNow();
  }

  setStale(stale: boolean): void {
    const { view } = this.composer;
    if (view.stale === stale) return;
    view.stale = stale;
    this.mark(DAMAGE.tick);
  }

  setVisible(visible: boolean): void {
    if (this.visible === visible) return;
    this.visible = visible;
    if (visible) this.mark(DAMAGE.full);
    else this.rest();
  }

  resetView(): void { this.hand.resetView(); }

  destroy(): void {
    this.over = true;
    this.rest();
    this.unlisten();
    this.stage.destroy();
  }

  /** Candles may come before the size: the default view is laid out once the plot's width is known. */
  private startZoom(pixelRatio: number): void {
    const { time } = this.composer.view;
    time.ratio = pixelRatio;
    time.home();
  }

  private mark(level: DamageLevel): void {
    if (this.over) return;
    this.damage.add(level);
    if (this.visible && this.sized && this.frameId === 0) this.frameId = requestAnimationFrame(this.onFrame);
  }

  private readonly onFrame = (): void => {
    this.frameId = 0;
    this.hand.coast();
    this.drawNow();
    // Drawing withdraws the request that coasting made for this very frame; inertia goes on in the next.
    if (this.hand.coasting) this.mark(DAMAGE.scroll);
  };

  private drawNow(): void {
    if (this.over || !this.visible || !this.sized || !this.damage.pending) return;
    cancelAnimationFrame(this.frameId);
    this.frameId = 0;
    const { composer, stage } = this;
    composer.compose(this.damage.take(), this.options.now());
    // Nothing is lost when a context is gone: its return marks full damage.
    if (!stage.backend.draw(composer.list)) return;
    for (const series of composer.list.series) series.rows.patchedFrom = Infinity;
    this.framesDrawn += 1;
    // Only now: looking for a GPU takes longer than the first picture.
    if (this.framesDrawn === 1) void this.stage.upgrade(this.choice);
    this.report();
    this.scheduleCountdown();
  }

  private allowOlder(): void {
    if (performance.now() - this.olderAskedAtMs > ASK_AGAIN_MS) this.olderAsked = false;
  }

  private report(): void {
    const { view } = this.composer;
    const row = view.crosshair?.row ?? -1;
    if (row !== this.reportedRow) {
      this.reportedRow = row;
      this.options.onCrosshair({ index: row });
    }
    const { time } = view;
    if (this.olderAsked || time.length === 0 || time.logicalAt(0) - time.firstLogical > time.visibleBars) return;
    this.olderAsked = true;
    this.olderAskedAtMs = performance.now();
    this.options.onNeedOlder();
  }

  /** The countdown is the only thing that changes by itself: once a second, overlay only. */
  private scheduleCountdown(): void {
    window.clearTimeout(this.countdownTimer);
    const left = leftMs(this.composer.view);
    if (left === null) return;
    this.countdownTimer = window.setTimeout(() => this.mark(DAMAGE.cursor), (left % 1000 || 1000) + AFTER_SECOND_MS);
  }

  private rest(): void {
    cancelAnimationFrame(this.frameId);
    this.frameId = 0;
    window.clearTimeout(this.countdownTimer);
    this.hand.stop();
  }
}

/**
 * Mounts a chart on a canvas that has no context yet. It draws with Canvas2D from its first frame and moves to WebGL by
 * itself where a GPU is there (`auto`); `webgl` and `canvas2d` force a backend. The canvas element may be replaced by a
 * clone, so it should stand in an element of its own; its CSS size is the host's business, told through `resize`.
 * Throws when the browser gives no 2D context.
 */
export function createChart(canvas: HTMLCanvasElement, options: ChartOptions, choice: BackendChoice = 'auto'): Chart {
  return new Engine(canvas, options, choice);
}
