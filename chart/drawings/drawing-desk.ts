// What a hand drew: the drawings of an instrument, the tool in hand, and the way back.
import type { ChartEvent, Drawing, DrawingKind } from '../chart.ts';
import type { DrawList } from '../draw-list.ts';
import type { Grip, Overlay } from '../input/grip.ts';
import type { DamageLevel } from '../scene/damage.ts';
import type { View } from '../scene/view.ts';

export class DrawingDesk implements Grip, Overlay {
  drawings: Drawing[] = [];
  constructor(_view: View, _list: DrawList, _mark: (level: DamageLevel) => void, _emit: (event: ChartEvent) => void) {}
  setDrawings(drawings: Drawing[]): void { this.drawings = drawings; }
  pickTool(_tool: DrawingKind | null): void {}
  setMagnet(_on: boolean): void {}
  editDrawing(_id: string, _change: Partial<Drawing>): void {}
  removeDrawing(_id: string | null): void {}
  undoDrawing(): void {}
  redoDrawing(): void {}
  key(_key: string): boolean { return false; }
  take(): boolean { return false; }
  move(): void {}
  drop(): void {}
  cancel(): void {}
  draw(): void {}
}
