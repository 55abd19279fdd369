// Drawings of an instrument: the active tool, the selection, editing, and undo.
import type { Anchor, ChartEvent, Drawing, DrawingKind } from '../api.ts';
import type { DrawList } from '../render/draw-list.ts';
import type { DragTarget, CanvasPoint, Overlay } from '../input/drag-target.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';
import type { View } from '../scene/view.ts';
import { PointerSnap } from './pointer-snap.ts';
import { Dragging } from './dragging.ts';
import { DrawingHistory, type DrawingList, nextId } from './drawing-history.ts';
import { MAX_DRAWINGS, MAX_TEXT_CHARS } from './drawing-limits.ts';
import { DrawingPainter } from './drawing-painter.ts';
import { Placing } from './placing.ts';
import { TOOLS } from './registry.ts';
import { distanceTo, handleAt, makeShape, project, DrawingShapes } from './drawing-shapes.ts';
import type { Shape } from './tool.ts';

/** Hit distance from a line and from the middle of a handle. A finger's target is 44 px wide. */
const LINE_REACH_CSS_PX = { mouse: 6, touch: 16 } as const;
const HANDLE_REACH_CSS_PX = { mouse: 8, touch: 22 } as const;

/** What can be changed without moving anything. */
export type DrawingChange = Partial<Pick<Drawing, 'text' | 'color' | 'locked' | 'hidden'>>;

const samePlace = (one: Anchor, other: Anchor | undefined): boolean =>
  one.time === other?.time && one.price === other.price;

/** The text on one line, cut to the maximum length. */
const oneLine = (text: string): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, MAX_TEXT_CHARS).join('');

export class DrawingController implements DragTarget, Overlay {
  /** Drag target of the active tool: it comes before everything else on the chart. */
  readonly placing: Placing;
  readonly #view: View;
  readonly #mark: (level: DamageLevel) => void;
  readonly #emit: (event: ChartEvent) => void;
  readonly #history = new DrawingHistory();
  readonly #shapes: DrawingShapes;
  readonly #painter: DrawingPainter;
  readonly #snap: PointerSnap;
  readonly #dragging: Dragging;
  #selected: string | null = null;
  /** New drawings take the colour that was chosen last. */
  #color = 'accent';
  /** The drawings, with the dragged one at its current position. */
  #shown: DrawingList = [];
  #emittedState = '';
  /** Number of the drawings, as in their events. */
  #set = 0;

  constructor(view: View, list: DrawList, mark: (level: DamageLevel) => void, emit: (event: ChartEvent) => void) {
    this.#view = view;
    this.#mark = mark;
    this.#emit = emit;
    this.#shapes = new DrawingShapes(view);
    this.#painter = new DrawingPainter(view, list);
    this.#snap = new PointerSnap(view);
    this.placing = new Placing(
      view,
      this.#snap,
      (anchors, touch) => this.#finish(anchors, touch),
      () => this.#repaint(),
    );
    this.#dragging = new Dragging(view, this.#snap);
  }

  /** The committed drawings: what is being dragged or placed is not in it. */
  get drawings(): DrawingList {
    return this.#history.now;
  }

  setDrawings(drawings: Drawing[], set = 0): void {
    this.#set = set;
    this.#history.reset(drawings.slice(0, MAX_DRAWINGS));
    this.placing.clear();
    this.#dragging.cancel();
    // Emitted even when equal: earlier states are about other drawings.
    this.#emittedState = '';
    this.#changed();
  }

  pickTool(kind: DrawingKind | null): void {
    const full = kind !== null && this.drawings.length >= MAX_DRAWINGS;
    this.placing.setTool(kind && !full ? TOOLS[kind] : null);
    if (kind) this.#selected = null;
    this.#changed();
  }

  setMagnet(on: boolean): void {
    this.#snap.magnet = on;
  }

  /**
   * null: all of them. A text that gets its first content becomes one step with its placing; one left empty is
   * removed.
   */
  editDrawing(id: string | null, change: DrawingChange): void {
    const { drawings } = this;
    const history = this.#history;
    const applied = change.text === undefined ? change : { ...change, text: oneLine(change.text) };
    if (applied.color !== undefined) this.#color = applied.color;
    const before = drawings.find((each) => each.id === id);
    const isFirstText = before?.kind === 'text' && before.text === '' && applied.text !== undefined;
    if (isFirstText && applied.text === '') return this.#remove((each) => each.id === id, true);
    const touched = (each: Drawing): boolean =>
      (id === null || each.id === id) &&
      Object.entries(applied).some(([name, value]) => each[name as keyof DrawingChange] !== value);
    if (!drawings.some(touched)) return;
    const next = drawings.map((each) => (touched(each) ? { ...each, ...applied } : each));
    if (isFirstText) history.amend(next);
    else history.commit(next);
    this.#changed(true);
  }

  /** Locked drawings stay. */
  removeDrawing(id: string | null): void {
    this.#remove((each) => !each.locked && (id === null || each.id === id), false);
  }

  undoDrawing(): void {
    if (this.placing.hasAnchors) this.placing.clear();
    else if (this.#history.undo()) return this.#changed(true);
    this.#changed();
  }

  redoDrawing(): void {
    if (this.#history.redo()) this.#changed(true);
  }

  /** Handles a key; true when it was used. Escape cancels step by step; Delete removes the selection. */
  key(key: string): boolean {
    if (key === 'Escape') return this.#escape();
    if ((key !== 'Delete' && key !== 'Backspace') || this.#selected === null) return false;
    this.removeDrawing(this.#selected);
    return true;
  }

  start(point: CanvasPoint): boolean {
    if (!this.#snap.onPane(point)) return false;
    const [shape, handle] = this.#hitTest(point, point.touch);
    // A finger pans over drawings unless it selected one; a mouse drags what it points at.
    if (!shape || shape.drawing.locked || (point.touch && shape.drawing.id !== this.#selected)) return false;
    this.#dragging.begin(shape, handle, point);
    return true;
  }

  move(point: CanvasPoint): void {
    this.#dragging.move(point);
    this.#selected = this.#dragging.drawing?.id ?? this.#selected;
    this.#emitState();
    this.#repaint();
  }

  drop(): void {
    const moved = this.#dragging.release();
    const before = this.drawings.find((each) => each.id === moved?.id);
    if (!moved || !before || moved.anchors.every((anchor, at) => samePlace(anchor, before.anchors[at])))
      return this.#repaint();
    this.#history.commit(this.drawings.map((each) => (each === before ? moved : each)));
    return this.#changed(true);
  }

  cancel(): void {
    this.#dragging.cancel();
    this.#repaint();
  }

  tap(point: CanvasPoint, twice: boolean): boolean {
    if (!this.#snap.onPane(point)) return false;
    const drawing = this.#hitTest(point)[0]?.drawing ?? null;
    const before = this.#selected;
    this.#selected = drawing?.id ?? null;
    if (drawing && drawing.id !== before && point.touch) this.#emit({ kind: 'haptic' });
    if (drawing && twice && drawing.kind === 'text' && !drawing.locked)
      this.#emit({ kind: 'editText', set: this.#set, id: drawing.id });
    if (this.#selected !== before) this.#changed();
    return drawing !== null || before !== null;
  }

  cursor(point: CanvasPoint): string | null {
    if (!this.#snap.onPane(point)) return null;
    const [shape, handle] = this.#hitTest(point);
    if (!shape) return null;
    return shape.drawing.locked ? 'pointer' : handle < 0 ? 'grab' : 'move';
  }

  draw(): void {
    const shapes = this.#shapes;
    const painter = this.#painter;
    this.#arrange();
    painter.beginFrame();
    for (let at = 0; at < shapes.visibleCount; at += 1) {
      const shape = shapes.visible[at]!;
      painter.setSelected(shape.drawing.id === this.#selected);
      shape.tool.paint(painter, shape);
    }
    const selected = shapes.find(this.#selected);
    if (selected && !selected.drawing.locked) this.#drawHandles(selected);
    this.#drawPreview();
  }

  #drawHandles({ tool, xy, color }: Shape): void {
    for (let at = 0; at < tool.handles.length; at += 1) {
      const pair = tool.handles[at]!;
      this.#painter.handle(xy[2 * pair[0]]!, xy[2 * pair[1] + 1]!, color);
    }
  }

  #drawPreview(): void {
    const { tool } = this.placing;
    const anchors = this.placing.preview();
    if (!tool || !anchors) return;
    const shape = makeShape(
      { id: '', kind: tool.kind, anchors, text: '', color: this.#color, locked: false, hidden: false },
      this.#view,
    );
    project(shape, this.#view);
    this.#painter.setSelected(true);
    tool.paint(this.#painter, shape);
    this.#drawHandles(shape);
  }

  /** Shapes as of now: the view may have moved since the last frame. */
  #arrange(): void {
    this.#shapes.arrange(this.#shown);
  }

  /**
   * What is under the pointer: a handle of the selected drawing, then (`prefersSelected`) that drawing, then the
   * nearest. -1: no handle.
   */
  #hitTest({ xPx, yPx, touch }: CanvasPoint, prefersSelected = false): [shape: Shape | null, handle: number] {
    const shapes = this.#shapes;
    const view = this.#view;
    const selected = this.#selected;
    const by = touch ? 'touch' : 'mouse';
    const reach = LINE_REACH_CSS_PX[by] * view.ratio;
    this.#arrange();
    const held = shapes.find(selected);
    const handle = held && !held.drawing.locked ? handleAt(held, xPx, yPx, HANDLE_REACH_CSS_PX[by] * view.ratio) : -1;
    if (handle >= 0) return [held, handle];
    if (prefersSelected && held && distanceTo(held, xPx, yPx, reach, true) <= reach) return [held, -1];
    return [shapes.hit(xPx, yPx, reach, selected), -1];
  }

  /** Commits a finished drawing; a brush stays active, other tools are deactivated. */
  #finish(anchors: Anchor[] | null, touch: boolean): void {
    const { placing, drawings } = this;
    const history = this.#history;
    const { tool } = placing;
    if (touch) this.#emit({ kind: 'haptic' });
    if (!tool || !anchors) return this.#changed();
    const made: Drawing = {
      id: nextId(drawings),
      kind: tool.kind,
      anchors,
      text: '',
      color: this.#color,
      locked: false,
      hidden: false,
    };
    history.commit([...drawings, made]);
    const goesOn = tool.anchors === 'free' && history.now.length < MAX_DRAWINGS;
    placing.setTool(goesOn ? tool : null);
    if (!goesOn) this.#selected = made.id;
    this.#changed(true);
    if (made.kind === 'text') this.#emit({ kind: 'editText', set: this.#set, id: made.id });
  }

  #remove(which: (drawing: Drawing) => boolean, amends: boolean): void {
    const next = this.drawings.filter((each) => !which(each));
    if (next.length === this.drawings.length) return;
    if (amends) this.#history.amend(next);
    else this.#history.commit(next);
    this.#changed(true);
  }

  #escape(): boolean {
    if (this.placing.hasAnchors) this.placing.clear();
    else if (this.placing.tool) this.placing.setTool(null);
    else if (this.#selected !== null) this.#selected = null;
    else return false;
    this.#dragging.cancel();
    this.#changed();
    return true;
  }

  /** Applies a change; `drawn`: the user changed the drawings themselves. */
  #changed(drawn = false): void {
    if (!this.drawings.some((each) => each.id === this.#selected && !each.hidden)) this.#selected = null;
    if (drawn) this.#emit({ kind: 'drawings', set: this.#set, drawings: [...this.drawings] });
    this.#emitState();
    this.#repaint();
  }

  #emitState(): void {
    const { placing } = this;
    const history = this.#history;
    const selected = this.#selected;
    const tool = placing.tool?.kind ?? null;
    const canUndo = history.canUndo || placing.hasAnchors;
    const state = `${tool} ${selected} ${canUndo} ${history.canRedo}`;
    if (state === this.#emittedState) return;
    this.#emittedState = state;
    this.#emit({ kind: 'drawingState', set: this.#set, tool, selected, canUndo, canRedo: history.canRedo });
  }

  #repaint(): void {
    const { moved } = this.#dragging;
    const { drawings } = this;
    this.#shown = moved ? drawings.map((each) => (each.id === moved.id ? moved : each)) : drawings;
    this.#mark(DAMAGE.cursor);
  }
}
