// Drawings of the market on screen: what the chart says about them becomes signals, and what hands changed is kept.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ChartControls, ChartEvent, Drawing, DrawingKind } from '../../../../chart/api.ts';
import { keyOf, loadDrawings, saveDrawings } from './drawings-store.ts';

/** The chart as drawings see it; `set` is kept for a chart that is not mounted yet, `chart` is null until it is. */
export interface DrawingChart {
  set<Name extends 'setDrawings' | 'setMagnet'>(name: Name, value: Parameters<ChartControls[Name]>[0]): void;
  listen(listener: (event: ChartEvent) => void): () => void;
  readonly chart: Pick<
    ChartControls,
    'pickTool' | 'editDrawing' | 'removeDrawing' | 'undoDrawing' | 'redoDrawing'
  > | null;
}

type DrawingChange = Parameters<ChartControls['editDrawing']>[1];

/** What the bar shows. */
export interface DrawingState {
  tool: DrawingKind | null;
  selected: string | null;
  canUndo: boolean;
  canRedo: boolean;
}

const AT_REST: DrawingState = { tool: null, selected: null, canUndo: false, canRedo: false };

export class DrawingSession {
  private readonly stateNow = signal<DrawingState>(AT_REST);
  private readonly drawingsNow = signal<readonly Drawing[]>([]);
  private readonly savedNow = signal(true);
  private readonly magnetNow = signal(false);
  private readonly writingNow = signal<string | null>(null);
  readonly state: ReadonlySignal<DrawingState> = this.stateNow;
  readonly drawings: ReadonlySignal<readonly Drawing[]> = this.drawingsNow;
  /** false: the drawings will be gone with the page. */
  readonly saved: ReadonlySignal<boolean> = this.savedNow;
  readonly magnet: ReadonlySignal<boolean> = this.magnetNow;
  /** The text whose words are asked for. */
  readonly writing: ReadonlySignal<string | null> = this.writingNow;
  private readonly chart: DrawingChart;
  private coinInfoId: number | null = null;
  /** What the chart still says about the market before. */
  private settling = false;

  constructor(chart: DrawingChart) {
    this.chart = chart;
  }

  /** Listens to the chart and to other tabs; answers with the way to stop. */
  open(): () => void {
    const otherTab = (event: StorageEvent): void => {
      if (this.coinInfoId !== null && (event.key === null || event.key === keyOf(this.coinInfoId)))
        this.load(this.coinInfoId);
    };
    window.addEventListener('storage', otherTab);
    const unlisten = this.chart.listen((event) => this.onChartEvent(event));
    return () => {
      unlisten();
      window.removeEventListener('storage', otherTab);
    };
  }

  /** Shows the drawings of a market. */
  show(coinInfoId: number): void {
    if (this.coinInfoId !== coinInfoId) this.load(coinInfoId);
  }

  pickTool(tool: DrawingKind | null): void {
    this.chart.chart?.pickTool(tool);
  }
  edit(id: string | null, change: DrawingChange): void {
    this.chart.chart?.editDrawing(id, change);
  }
  /** null: all that are not locked. */
  remove(id: string | null): void {
    this.chart.chart?.removeDrawing(id);
  }
  undo(): void {
    this.chart.chart?.undoDrawing();
  }
  redo(): void {
    this.chart.chart?.redoDrawing();
  }

  setMagnet(on: boolean): void {
    this.magnetNow.value = on;
    this.chart.set('setMagnet', on);
  }

  /** Asks for the words of a text. */
  askWords(id: string): void {
    this.writingNow.value = id;
  }

  /** The words of the text that is being written; without words a new text is taken back. */
  write(words: string): void {
    const id = this.writing.peek();
    this.writingNow.value = null;
    if (id !== null) this.edit(id, { text: words });
  }

  private load(coinInfoId: number): void {
    this.coinInfoId = coinInfoId;
    this.settling = true;
    this.savedNow.value = true;
    this.writingNow.value = null;
    this.drawingsNow.value = loadDrawings(coinInfoId);
    this.chart.set('setDrawings', [...this.drawingsNow.peek()]);
  }

  private onChartEvent(event: ChartEvent): void {
    if (event.kind === 'drawingState') {
      const { kind: _, ...state } = event;
      if (!state.canUndo && !state.canRedo) this.settling = false;
      this.stateNow.value = state;
    }
    if (this.settling || this.coinInfoId === null) return;
    if (event.kind === 'editText') this.writingNow.value = event.id;
    if (event.kind !== 'drawings') return;
    this.drawingsNow.value = event.drawings;
    this.savedNow.value = saveDrawings(this.coinInfoId, event.drawings);
  }
}
