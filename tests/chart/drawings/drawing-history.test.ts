// Undo and redo against a plain list of snapshots, in random sequences and through the controller.
import { describe, expect, test } from 'vitest';
import type { Drawing } from '../../../chart/api.ts';
import { DrawingHistory, type DrawingList, nextId } from '../../../chart/drawings/drawing-history.ts';
import { MAX_DRAWINGS, MAX_UNDO_STEPS } from '../../../chart/drawings/drawing-limits.ts';
import { ALL_KINDS, DrawingFixture, PLOT } from './drawings-fixture.ts';
import { madeColumns } from '../../support/data/chart-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 77_031;
console.log(`drawings-history seed ${SEED}`);

const made = (id: string, price = 1): Drawing => ({
  id,
  kind: 'horizontal',
  anchors: [{ time: 0, price }],
  text: '',
  color: 'accent',
  locked: false,
  hidden: false,
});

/** Naive twin: all snapshots and the current position. */
class Snapshots {
  lists: DrawingList[];
  at = 0;
  constructor(first: DrawingList) {
    this.lists = [first];
  }
  commit(next: DrawingList): void {
    this.lists = [...this.lists.slice(0, this.at + 1), next];
    if (this.lists.length > MAX_UNDO_STEPS + 1) this.lists.shift();
    this.at = this.lists.length - 1;
  }
  move(by: number): void {
    this.at = Math.min(this.lists.length - 1, Math.max(0, this.at + by));
  }
}

describe('history', () => {
  test('equals a list of snapshots', () => {
    const random = seeded(SEED);
    for (let run = 0; run < 30; run += 1) {
      const history = new DrawingHistory();
      const twin = new Snapshots(history.now);
      for (let step = 0; step < 400; step += 1) {
        const choice = random();
        if (choice < 0.4) {
          const next = random() < 0.7 ? [...history.now, made(nextId(history.now))] : history.now.slice(1);
          history.commit(next);
          twin.commit(next);
        } else if (choice < 0.75) {
          expect(history.undo()).toBe(twin.at > 0);
          twin.move(-1);
        } else {
          expect(history.redo()).toBe(twin.at < twin.lists.length - 1);
          twin.move(1);
        }
        expect(history.now).toBe(twin.lists[twin.at]);
        expect([history.canUndo, history.canRedo]).toEqual([twin.at > 0, twin.at < twin.lists.length - 1]);
      }
    }
  });

  test('drops the oldest of more than a hundred steps', () => {
    const history = new DrawingHistory();
    for (let step = 0; step < MAX_UNDO_STEPS + 20; step += 1) history.commit([made(`d${step}`)]);
    let steps = 0;
    while (history.undo()) steps += 1;
    expect(steps).toBe(MAX_UNDO_STEPS);
    expect(history.now[0]!.id).toBe('d19');
  });

  test('an amended step without a change is no step', () => {
    const history = new DrawingHistory();
    const [first, second] = [made('d1'), made('d2')];
    history.commit([first]);
    history.commit([first, second]);
    history.amend([first]);
    expect(history.now).toEqual([first]);
    history.undo();
    expect(history.now).toEqual([]);
    expect(history.canUndo).toBe(false);
  });

  test('ids are one above the largest', () => {
    expect(nextId([])).toBe('d1');
    expect(nextId([made('d7'), made('d3'), made('mine')])).toBe('d8');
  });
});

describe('user actions', () => {
  /** One random user action. Returns whether the drawings changed. */
  function act(fixture: DrawingFixture, random: () => number): boolean {
    const before = fixture.drawings;
    const x = (): number => 40 + random() * (PLOT.widthPx - 80);
    const y = (): number => 60 + random() * (PLOT.bottomPx - 120);
    const any = fixture.drawings[Math.floor(random() * fixture.drawings.length)];
    const choice = random();
    if (choice < 0.35) {
      fixture.controller.pickTool(ALL_KINDS[Math.floor(random() * ALL_KINDS.length)]!);
      fixture.drag(Array.from({ length: 2 + Math.floor(random() * 4) }, () => [x(), y()]));
      if (random() < 0.9) fixture.tap(x(), y());
      fixture.controller.pickTool(null);
    } else if (choice < 0.6) {
      fixture.tap(x(), y());
      fixture.drag(
        [
          [x(), y()],
          [x(), y()],
        ],
        random() < 0.5,
      );
    } else if (choice < 0.75 && any) {
      fixture.controller.editDrawing(
        random() < 0.2 ? null : any.id,
        random() < 0.5
          ? { color: `line-${1 + Math.floor(random() * 6)}` }
          : { locked: random() < 0.5, hidden: random() < 0.3 },
      );
    } else if (any) fixture.controller.removeDrawing(random() < 0.05 ? null : any.id);
    return fixture.drawings !== before;
  }

  test('are undone to the start and redone to the end, step by step', () => {
    const random = seeded(SEED + 1);
    for (let run = 0; run < 12; run += 1) {
      const fixture = new DrawingFixture(madeColumns(500, 3 + run));
      const lists = [JSON.stringify(fixture.drawings)];
      for (let step = 0; step < 80; step += 1) {
        const changed = act(fixture, random);
        if (changed && JSON.stringify(fixture.drawings) !== lists.at(-1)) lists.push(JSON.stringify(fixture.drawings));
        expect(fixture.drawings.length).toBeLessThanOrEqual(MAX_DRAWINGS);
        expect(new Set(fixture.drawings.map(({ id }) => id)).size).toBe(fixture.drawings.length);
      }
      expect(lists.length).toBeGreaterThan(10);
      const seen: string[] = [JSON.stringify(fixture.drawings)];
      for (let guard = 0; guard < 1000 && fixture.lastEvent('drawingState')?.canUndo; guard += 1) {
        fixture.controller.undoDrawing();
        const now = JSON.stringify(fixture.drawings);
        if (now !== seen.at(-1)) seen.push(now);
      }
      const oldest = Math.max(0, lists.length - seen.length);
      expect(seen.toReversed()).toEqual(lists.slice(oldest));
      if (lists.length <= MAX_UNDO_STEPS) expect(seen.at(-1)).toBe('[]');
      while (fixture.lastEvent('drawingState')?.canRedo) fixture.controller.redoDrawing();
      expect(JSON.stringify(fixture.drawings)).toBe(lists.at(-1));
      expect(JSON.stringify(fixture.lastEvent('drawings')?.drawings)).toBe(lists.at(-1));
    }
  });
});
