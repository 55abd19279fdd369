// The engine: owns the chart's one animation frame.
// Calls and gestures mark damage; the frame composes, draws once and stops. It runs where its canvas is: on the page,
// or in the worker that owns the columns (worker-host.ts).
import type { BackendChoice } from './render/backend.ts';
import type {
  CandleColumns,
  CandleSpan,
  ChartControls,
  ChartEvent,
  ChartIndicator,
  ChartMarket,
  ChartOptions,
  ChartSeries,
  ChartStyle,
  ChartTheme,
  ColumnsChange,
  Drawing,
  DrawingKind,
  TradeLine,
  TimeSpan,
  TradeMark,
} from './api.ts';
import { withFont } from './chart-font.ts';
import { Composer } from './layers/composer.ts';
import { InteractionsLoader } from './input/interactions-loader.ts';
import { PressTimers } from './input/press-timers.ts';
import { ViewController } from './input/view-controller.ts';
import type { PointerInput, GestureState } from './input/pointer-input.ts';
import { Gestures, type PointerPoint } from './input/gestures.ts';
import { Countdown } from './layers/countdown.ts';
import { Damage, DAMAGE, type DamageLevel } from './scene/damage.ts';
import { HeatMapLoader } from './heat-map/heat-map-loader.ts';
import type { HeatSource } from './heat-map/heat-tiles.ts';
import { RenderTarget } from './render/render-target.ts';
import type { FlowColumns } from './order-flow/flow-columns.ts';
import { OrderFlowLoader } from './order-flow/order-flow-loader.ts';
import { candlesInSight } from './scene/time-span.ts';
import type { Surface } from './render/surface.ts';
import { ViewReports } from './view-reports.ts';

/** One px of a mouse wheel zooms by this much. */
const ZOOM_PER_PX = 0.0018;

/** Callbacks to the thread that owns the canvas. */
export interface EngineListener {
  event(event: ChartEvent): void;
  /** Gesture state that the page's event listeners need; called when it changes. */
  gestureState(gestureState: GestureState): void;
  /** CSS cursor for the mouse; called when it changes. */
  cursor(css: string): void;
  /** After each frame. */
  drawn?(frames: number, backend: 'webgl' | 'canvas2d'): void;
}

export class Engine implements ChartControls, ChartSeries, PointerInput {
  framesDrawn = 0;
  readonly #listener: EngineListener;
  readonly #choice: BackendChoice;
  readonly #composer: Composer;
  readonly #target: RenderTarget;
  readonly #surface: Surface;
  readonly #damage = new Damage();
  readonly #viewController: ViewController;
  readonly #gestures: Gestures;
  readonly #pressTimers: PressTimers;
  readonly #interactions: InteractionsLoader;
  readonly #reports: ViewReports;
  readonly #heatMap: HeatMapLoader;
  readonly #orderFlow: OrderFlowLoader;
  readonly #gestureState: GestureState = { steering: false, pressing: false };
  #cursor = '';
  #theme: ChartTheme;
  #clockOffsetMs: number;
  #frameId = 0;
  readonly #countdown: Countdown;
  #visible = true;
  #sized = false;
  #disposed = false;

  /** Throws when the surface gives no 2D context. */
  constructor(surface: Surface, options: ChartOptions, listener: EngineListener, choice: BackendChoice) {
    this.#listener = listener;
    this.#choice = choice;
    this.#surface = surface;
    this.#clockOffsetMs = options.clockOffsetMs;
    this.#theme = options.theme;
    const context = surface.scratch().getContext('2d');
    if (!context) throw new Error('the chart needs a 2D context to measure text');
    this.#composer = new Composer(
      options.market,
      options.theme,
      options.style,
      (character) => context.measureText(character).width,
      (font) => {
        context.font = font;
      },
    );
    const mark = (level: DamageLevel): void => this.#mark(level);
    const emit = (event: ChartEvent): void => listener.event(event);
    this.#reports = new ViewReports(this.#composer.view, emit);
    this.#countdown = new Countdown(this.#composer.view, () => mark(DAMAGE.cursor));
    this.#viewController = new ViewController(this.#composer, mark, () => this.#reports.grabbed(), options.calm);
    this.#orderFlow = new OrderFlowLoader(this.#composer, () => mark(DAMAGE.full));
    this.#heatMap = new HeatMapLoader(
      this.#composer,
      (isShown) => {
        this.#target.keepCanvas2d(isShown);
        mark(DAMAGE.full);
      },
      () => mark(DAMAGE.cursor),
    );
    this.#gestures = new Gestures(this.#viewController);
    this.#pressTimers = new PressTimers(
      this.#gestures,
      () => emit({ kind: 'haptic' }),
      () => this.#reportGestureState(),
    );
    this.#interactions = new InteractionsLoader({
      composer: this.#composer,
      viewController: this.#viewController,
      mark,
      emit,
      onLoaded: () => this.#mark(DAMAGE.cursor),
    });
    this.#target = new RenderTarget(surface, () => {
      this.#mark(DAMAGE.full);
      this.#drawNow();
    });
    this.setTheme(options.theme);
  }

  get backend(): 'webgl' | 'canvas2d' {
    return this.#target.backend.kind;
  }

  setMarket(market: ChartMarket): void {
    this.#composer.setMarket(market);
    this.#mark(DAMAGE.layout);
  }

  setCandles(columns: CandleColumns, change: ColumnsChange, added = 0): void {
    const { time, data } = this.#composer.view;
    const before = time.length;
    if (change === 'reset') time.reset(columns.length);
    else if (change === 'prepend') time.prepend(added, columns.length);
    else if (change === 'refresh') time.refresh(columns.length);
    else time.grow(columns.length);
    // A request that returned nothing is not repeated until the user pans.
    if (change === 'reset' || added > 0) this.#reports.resetOlder();
    data.setColumns(columns, change, Math.max(0, Math.min(before, columns.length) - 1), time);
    this.#mark(change === 'tail' ? DAMAGE.tick : DAMAGE.data);
  }

  setIndicators(indicators: ChartIndicator[]): void {
    const reshaped = this.#composer.view.data.setIndicators(indicators);
    if (reshaped) this.#composer.makePanes();
    void this.#orderFlow.loadFor(indicators);
    void this.#heatMap.loadFor(indicators);
    this.#mark(reshaped ? DAMAGE.layout : DAMAGE.data);
  }

  setOrderFlow(flow: FlowColumns | null): void {
    this.#orderFlow.setFlow(flow);
    this.#mark(DAMAGE.tick);
  }

  setHeatMap(source: HeatSource | null): void {
    this.#heatMap.setSource(source);
    this.#mark(DAMAGE.tick);
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    const again = (): void => {
      if (this.#theme === theme) this.setTheme(theme);
    };
    this.#composer.setTheme(withFont(theme, again));
    this.#mark(DAMAGE.full);
  }

  setStyle(style: ChartStyle): void {
    this.#composer.setStyle(style);
    this.#mark(DAMAGE.full);
  }

  setClockOffset(offsetMs: number): void {
    this.#clockOffsetMs = offsetMs;
    this.#mark(DAMAGE.cursor);
  }

  resize(widthPx: number, heightPx: number, pixelRatio: number): void {
    const width = Math.max(1, Math.round(widthPx * pixelRatio));
    const height = Math.max(1, Math.round(heightPx * pixelRatio));
    const { view } = this.#composer;
    const { list } = this.#composer;
    if (this.#sized && view.widthPx === width && list.heightPx === height && view.ratio === pixelRatio) return;
    // One that was hidden is shown as it was.
    const first = this.framesDrawn === 0;
    this.#sized = widthPx > 0 && heightPx > 0;
    this.#composer.resize(width, height, pixelRatio);
    this.#target.resize(width, height);
    if (first) this.#applyDefaultZoom(pixelRatio);
    // A canvas is cleared when its size changes; painting in the same task keeps it from flashing.
    this.#mark(DAMAGE.full);
    if (!first) this.#drawNow();
  }

  setStale(stale: boolean): void {
    const { view } = this.#composer;
    if (view.stale === stale) return;
    view.stale = stale;
    if (stale) this.#interactions.loaded?.orders.cancel();
    this.#mark(DAMAGE.tick);
  }

  setVisible(visible: boolean): void {
    if (this.#visible === visible) return;
    this.#visible = visible;
    if (visible) this.#mark(DAMAGE.full);
    else this.#cancelScheduled();
  }

  resetView(): void {
    this.#viewController.resetView();
  }
  showSpan(span: TimeSpan): void {
    this.#viewController.stop();
    this.#reports.release();
    this.#composer.wantedSpan = span;
    this.#mark(DAMAGE.scale);
  }
  setSpanShared(isShared: boolean): void {
    this.#reports.isSpanShared = isShared;
  }
  showMoment(atMs: number | null): void {
    if (this.#composer.momentMs === atMs) return;
    this.#composer.momentMs = atMs;
    this.#mark(DAMAGE.cursor);
  }
  setDrawings(drawings: Drawing[], set?: number): void {
    this.#interactions.run((interactions) => interactions.drawings.setDrawings(drawings, set));
  }
  pickTool(tool: DrawingKind | null): void {
    this.#interactions.run((interactions) => interactions.drawings.pickTool(tool));
  }
  setMagnet(on: boolean): void {
    this.#interactions.run((interactions) => interactions.drawings.setMagnet(on));
  }
  editDrawing(id: string | null, change: Partial<Drawing>): void {
    this.#interactions.run((interactions) => interactions.drawings.editDrawing(id, change));
  }
  removeDrawing(id: string | null): void {
    this.#interactions.run((interactions) => interactions.drawings.removeDrawing(id));
  }
  undoDrawing(): void {
    this.#interactions.run((interactions) => interactions.drawings.undoDrawing());
  }
  redoDrawing(): void {
    this.#interactions.run((interactions) => interactions.drawings.redoDrawing());
  }
  setTradeLines(lines: TradeLine[]): void {
    this.#interactions.run((interactions) => interactions.orders.setLines(lines));
  }
  setTradeMarks(marks: TradeMark[]): void {
    this.#interactions.run((interactions) => interactions.orders.setMarks(marks));
  }

  setNavigator(on: boolean): void {
    this.#interactions.run((interactions) => void interactions.setNavigator(on));
  }

  setPaneShares(shares: Record<string, number>): void {
    this.#composer.setPaneShares(shares);
    this.#mark(DAMAGE.layout);
  }

  pointer(
    kind: 'down' | 'move' | 'up' | 'cancel' | 'leave',
    id: number,
    xPx: number,
    yPx: number,
    timeMs: number,
    touch: boolean,
  ): void {
    const gestures = this.#gestures;
    const point: PointerPoint = { id, xPx, yPx, timeMs, touch };
    if (kind === 'down') {
      gestures.down(point);
      this.#pressTimers.start();
    } else if (kind === 'move') gestures.move(point);
    else if (kind === 'up') gestures.up(point);
    else if (kind === 'cancel') gestures.cancel(point.id);
    else gestures.leave(point);
    this.#reportGestureState();
    // While the chart itself is dragged it lies under nothing else.
    if (!touch && !gestures.panning) this.#reportCursor(point);
  }

  wheel(deltaX: number, deltaY: number, xPx: number, yPx: number, pinch: boolean): void {
    this.#viewController.grab();
    if (!pinch && Math.abs(deltaX) > Math.abs(deltaY)) this.#viewController.panBy(-deltaX);
    else this.#viewController.wheelAt(Math.exp(-deltaY * ZOOM_PER_PX * (pinch ? 5 : 1)), xPx, yPx);
  }

  key(key: string, shift: boolean): void {
    this.#interactions.run((interactions) => interactions.key(key, shift));
  }

  /** The current picture as PNG, in device px. Rejects when nothing was drawn yet. */
  async snapshot(): Promise<Blob> {
    if (!this.#sized || this.#disposed) throw new Error('the chart has no picture yet');
    // WebGL keeps no picture after the frame: it is drawn again and read in the same task, also while it is hidden.
    this.#mark(DAMAGE.full);
    this.#drawNow(true);
    return this.#surface.png();
  }

  /** Copies of the candles in sight, oldest first. */
  candles(): Promise<CandleSpan> {
    return Promise.resolve(candlesInSight(this.#composer.view));
  }

  dispose(): void {
    this.#disposed = true;
    this.#interactions.dispose();
    this.#cancelScheduled();
    this.#target.dispose();
  }

  /** Candles may come before the size: the default view is laid out once the plot's width is known. */
  #applyDefaultZoom(pixelRatio: number): void {
    const { time } = this.#composer.view;
    time.ratio = pixelRatio;
    time.resetView();
  }

  #reportGestureState(): void {
    const gestureState = this.#gestureState;
    const gestures = this.#gestures;
    if (gestureState.steering === gestures.steering && gestureState.pressing === gestures.pressing) return;
    gestureState.steering = gestures.steering;
    gestureState.pressing = gestures.pressing;
    this.#listener.gestureState(gestureState);
  }

  #reportCursor(point: PointerPoint): void {
    const css = this.#viewController.cursorAt(point);
    if (css === this.#cursor) return;
    this.#cursor = css;
    this.#listener.cursor(css);
  }

  #mark(level: DamageLevel): void {
    if (this.#disposed) return;
    this.#damage.add(level);
    if (this.#visible && this.#sized && this.#frameId === 0) this.#frameId = requestAnimationFrame(this.#onFrame);
  }

  readonly #onFrame = (): void => {
    this.#frameId = 0;
    this.#viewController.coast();
    this.#drawNow();
    // Drawing withdraws the request that coasting made for this very frame; inertia goes on in the next.
    if (this.#viewController.coasting) this.#mark(DAMAGE.scroll);
  };

  #drawNow(isShown = this.#visible): void {
    if (this.#disposed || !isShown || !this.#sized || !this.#damage.pending) return;
    if (this.#frameId !== 0) cancelAnimationFrame(this.#frameId);
    this.#frameId = 0;
    const composer = this.#composer;
    const target = this.#target;
    composer.compose(this.#damage.consume(), Date.now() + this.#clockOffsetMs);
    // Nothing is lost when a context is gone: its return marks full damage.
    if (!target.backend.draw(composer.list)) return;
    for (const series of composer.list.series) series.rows.drawn();
    this.framesDrawn += 1;
    // Only now: looking for a GPU takes longer than the first picture.
    if (this.framesDrawn === 1) this.#loadDeferred();
    this.#reports.report();
    this.#listener.drawn?.(this.framesDrawn, this.backend);
    this.#countdown.schedule();
  }

  /** Loads what the first frame does not need. */
  #loadDeferred(): void {
    void this.#target.upgrade(this.#choice);
    this.#interactions.start();
  }

  #cancelScheduled(): void {
    cancelAnimationFrame(this.#frameId);
    this.#frameId = 0;
    this.#countdown.stop();
    this.#pressTimers.stop();
    this.#reports.stop();
    this.#viewController.stop();
  }
}
