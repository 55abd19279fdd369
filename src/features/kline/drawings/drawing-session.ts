// The drawings of one market on a chart: chart events as signals, changes saved by the browser.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ChartControls, ChartEvent, Drawing, DrawingKind } from '../../../../chart/api.ts';
import { storageKey, loadDrawings, saveDrawings } from './drawings-store.ts';

/**
 * What drawings need of a chart controller. `set` is stored until the chart is mounted; `chart` is
 * null until then.
 */
export interface DrawingChart {
  set<Name extends 'setDrawings' | 'setMagnet'>(name: Name, ...values: Parameters<ChartControls[Name]>): void;
  onEvent(listener: (event: ChartEvent) => void): () => void;
  /** While another market is 'loading', the chart has the candles of the one before. */
  readonly phase: ReadonlySignal<string>;
  readonly chart: Pick<
    ChartControls,
    'pickTool' | 'editDrawing' | 'removeDrawing' | 'undoDrawing' | 'redoDrawing'
  > | null;
}

type DrawingChange = Parameters<ChartControls['editDrawing']>[1];

/** State of the toolbar. */
export interface DrawingState {
  tool: DrawingKind | null;
  selected: string | null;
  canUndo: boolean;
  canRedo: boolean;
}

type DrawingEvent = Extract<ChartEvent, { set: number }>;

const IDLE: DrawingState = { tool: null, selected: null, canUndo: false, canRedo: false };

export class DrawingSession {
  readonly #state = signal<DrawingState>(IDLE);
  readonly #drawings = signal<readonly Drawing[]>([]);
  readonly #saved = signal(true);
  readonly #magnet = signal(false);
  readonly #editedText = signal<string | null>(null);
  readonly state: ReadonlySignal<DrawingState> = this.#state;
  readonly drawings: ReadonlySignal<readonly Drawing[]> = this.#drawings;
  /** False: the drawings could not be stored and are lost with the page. */
  readonly saved: ReadonlySignal<boolean> = this.#saved;
  readonly magnet: ReadonlySignal<boolean> = this.#magnet;
  /** Id of the text drawing being edited. */
  readonly editedText: ReadonlySignal<string | null> = this.#editedText;
  readonly #chart: DrawingChart;
  /** Market of each set of drawings that the chart was given, by its number; 0: none. The last one is shown. */
  readonly #marketOf = [0];

  constructor(chart: DrawingChart) {
    this.#chart = chart;
  }

  /** Subscribes to the chart and to changes by other tabs; returns the function that unsubscribes. */
  open(): () => void {
    const otherTab = (event: StorageEvent): void => {
      const coinInfoId = this.#coinInfoId;
      if (coinInfoId !== 0 && (event.key === null || event.key === storageKey(coinInfoId))) this.#load(coinInfoId);
    };
    window.addEventListener('storage', otherTab);
    const unlisten = this.#chart.onEvent((event) => this.#onChartEvent(event));
    return () => {
      unlisten();
      window.removeEventListener('storage', otherTab);
    };
  }

  /** Shows the drawings of a market. */
  show(coinInfoId: number): void {
    if (this.#coinInfoId !== coinInfoId) this.#load(coinInfoId);
  }

  pickTool(tool: DrawingKind | null): void {
    this.#chart.chart?.pickTool(tool);
  }
  edit(id: string | null, change: DrawingChange): void {
    this.#chart.chart?.editDrawing(id, change);
  }
  /** Removes a drawing, or with null all that are not locked. */
  remove(id: string | null): void {
    this.#chart.chart?.removeDrawing(id);
  }
  undo(): void {
    this.#chart.chart?.undoDrawing();
  }
  redo(): void {
    this.#chart.chart?.redoDrawing();
  }

  setMagnet(on: boolean): void {
    this.#magnet.value = on;
    this.#chart.set('setMagnet', on);
  }

  /** Opens the editor of a text drawing. */
  editText(id: string): void {
    this.#editedText.value = id;
  }

  /** Sets the text of the edited drawing and closes the editor. An empty text removes a new drawing. */
  setText(words: string): void {
    const id = this.editedText.peek();
    this.#editedText.value = null;
    if (id !== null) this.edit(id, { text: words });
  }

  /** The market that is shown. */
  get #coinInfoId(): number {
    return this.#marketOf.at(-1)!;
  }

  #load(coinInfoId: number): void {
    const set = this.#marketOf.push(coinInfoId) - 1;
    this.#saved.value = true;
    this.#editedText.value = null;
    this.#drawings.value = loadDrawings(coinInfoId);
    this.#chart.set('setDrawings', [...this.#drawings.peek()], set);
  }

  #onChartEvent(event: ChartEvent): void {
    if (!('set' in event)) return;
    if (event.set === this.#marketOf.length - 1) this.#onOwnEvent(event);
    else if (event.kind === 'drawings') this.#saveLate(event.set, event.drawings);
  }

  #onOwnEvent(event: DrawingEvent): void {
    if (event.kind === 'drawingState') {
      const { kind: _, set: _set, ...state } = event;
      this.#state.value = state;
    } else if (event.kind === 'editText') this.#editedText.value = event.id;
    else {
      this.#drawings.value = event.drawings;
      this.#saved.value = saveDrawings(this.#coinInfoId, event.drawings);
    }
  }

  /** What was drawn just before another market was shown is of the market before. */
  #saveLate(set: number, drawings: readonly Drawing[]): void {
    const coinInfoId = this.#marketOf[set] ?? 0;
    if (coinInfoId !== 0 && coinInfoId !== this.#coinInfoId) saveDrawings(coinInfoId, drawings);
  }
}
