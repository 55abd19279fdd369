// @vitest-environment happy-dom
// Drawings on the page: storage, the session between storage and chart, and the toolbar.
import { act } from 'react';
import { signal } from '@preact/signals-react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChartEvent, Drawing, DrawingKind } from '../../../../chart/api.ts';
import { ANCHOR_COUNT, MAX_DRAWINGS } from '../../../../chart/drawings/drawing-limits.ts';
import { DrawingBar, DrawToggle } from '../../../../src/features/kline/drawings/drawing-bar.tsx';
import { type DrawingChart, DrawingSession } from '../../../../src/features/kline/drawings/drawing-session.ts';
import {
  storageKey,
  loadDrawings,
  MAX_STORED_CHARS,
  parseDrawings,
  saveDrawings,
  printDrawings,
} from '../../../../src/features/kline/drawings/drawings-store.ts';
import { useDrawings } from '../../../../src/features/kline/drawings/use-drawings.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import { toastLine } from '../../../../src/stores/ui/toast.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const SEED = 4_404;
console.log(`drawings (screen) seed ${SEED}`);
const KINDS = [...Object.keys(ANCHOR_COUNT), 'brush'] as DrawingKind[];

function someDrawing(random: () => number, id: string): Drawing {
  const kind = KINDS[Math.floor(random() * KINDS.length)]!;
  const count = kind === 'brush' ? 2 + Math.floor(random() * 300) : ANCHOR_COUNT[kind];
  const anchors = Array.from({ length: count }, () => ({
    time: Math.floor(random() * 2e12),
    price: Math.ceil(random() * 1e7) / 100,
  }));
  return {
    id,
    kind,
    anchors,
    text: kind === 'text' ? '多頭 "x" \\ ' : '',
    color: `line-${Math.ceil(random() * 10)}`,
    locked: random() < 0.3,
    hidden: random() < 0.3,
  };
}

const line: Drawing = {
  id: 'd1',
  kind: 'trend',
  anchors: [
    { time: 1, price: 2 },
    { time: 3, price: 4 },
  ],
  text: '',
  color: 'accent',
  locked: false,
  hidden: false,
};

type DrawingEvent = Extract<ChartEvent, { set: number }>;
type WithoutSet<Event> = Event extends DrawingEvent ? Omit<Event, 'set'> : never;

/** A chart that records calls and emits given events, of the drawings that it has if no others are named. */
class FakeChart implements DrawingChart {
  asked: unknown[][] = [];
  phase = signal('ready');
  listeners = new Set<(event: ChartEvent) => void>();
  shownSet = 0;
  set(name: string, value: unknown, set?: number): void {
    if (name === 'setDrawings') this.shownSet = set ?? 0;
    this.asked.push([name, value]);
  }
  onEvent(listener: (event: ChartEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  emit(event: WithoutSet<DrawingEvent>, set = this.shownSet): void {
    for (const each of this.listeners) each({ ...event, set } as DrawingEvent);
  }
  chart = {
    pickTool: (...args: unknown[]) => {
      this.asked.push(['pickTool', ...args]);
    },
    editDrawing: (...args: unknown[]) => {
      this.asked.push(['editDrawing', ...args]);
    },
    removeDrawing: (...args: unknown[]) => {
      this.asked.push(['removeDrawing', ...args]);
    },
    undoDrawing: () => {
      this.asked.push(['undoDrawing']);
    },
    redoDrawing: () => {
      this.asked.push(['redoDrawing']);
    },
  };
}

const atRest: WithoutSet<DrawingEvent> = {
  kind: 'drawingState',
  tool: null,
  selected: null,
  canUndo: false,
  canRedo: false,
};

function opened(): { fake: FakeChart; session: DrawingSession; stop: () => void } {
  const fake = new FakeChart();
  const session = new DrawingSession(fake);
  return { fake, session, stop: session.open() };
}

beforeEach(() => localStorage.clear());

describe('drawing storage', () => {
  it('restores stored drawings unchanged', () => {
    const random = seeded(SEED);
    for (let round = 0; round < 40; round += 1) {
      const drawings = Array.from({ length: Math.floor(random() * 30) }, (_, i) => someDrawing(random, `d${i + 1}`));
      expect(parseDrawings(printDrawings(drawings))).toEqual(drawings);
      expect(saveDrawings(7, drawings)).toBe(true);
      expect(loadDrawings(7)).toEqual(drawings);
      expect(loadDrawings(8)).toEqual([]);
    }
    saveDrawings(7, []);
    expect(localStorage.getItem(storageKey(7))).toBe(null);
  });

  it('drops invalid drawings and keeps the others', () => {
    const good = JSON.parse(printDrawings([line])) as { drawings: Record<string, unknown>[] };
    const [fine] = good.drawings;
    const broken: unknown[] = [
      null,
      7,
      {},
      { ...fine, id: 'x' },
      { ...fine, kind: 'spiral' },
      { ...fine, at: [1, 2] },
      { ...fine, at: [1, 2, 3] },
      { ...fine, at: [1, 2, 3, -4] },
      { ...fine, at: [1, 2, 3, 0] },
      { ...fine, at: [1, 2, 1e300, 4] },
      { ...fine, at: [-9e15, 2, 3, 4] },
      { ...fine, at: [1, 2, 3, '4'] },
      { ...fine, at: [1, null, 3, 4] },
      { ...fine, color: 'url(x)' },
      { ...fine, color: '' },
      { ...fine, locked: 1 },
      { ...fine, text: 'x'.repeat(201) },
      { ...fine, kind: 'brush', at: [1, 2] },
      { ...fine, kind: 'brush', at: Array.from({ length: 1002 }, () => 1) },
    ];
    expect(
      parseDrawings(JSON.stringify({ version: 1, drawings: [...broken, fine, { ...fine, color: 'up' }] })),
    ).toEqual([line]);
    for (const text of ['[]', '7', '{}', '{"version":2,"drawings":[]}']) expect(parseDrawings(text)).toEqual([]);
    localStorage.setItem(storageKey(7), '{not json');
    expect(loadDrawings(7)).toEqual([]);
  });

  it('refuses drawings beyond its limits', () => {
    const many = Array.from({ length: MAX_DRAWINGS + 50 }, (_, i): Drawing => ({ ...line, id: `d${i + 1}` }));
    expect(parseDrawings(printDrawings(many))).toHaveLength(MAX_DRAWINGS);
    saveDrawings(7, [line]);
    const stroke: Drawing = {
      ...line,
      kind: 'brush',
      anchors: Array.from({ length: 500 }, (_, i) => ({ time: 1.7e12 + i, price: 65_000.25 + i })),
    };
    const heavy = Array.from({ length: 30 }, (_, i): Drawing => ({ ...stroke, id: `d${i + 1}` }));
    expect(printDrawings(heavy).length).toBeGreaterThan(MAX_STORED_CHARS);
    expect(saveDrawings(7, heavy)).toBe(false);
    expect(loadDrawings(7)).toEqual([line]);
  });
});

describe('DrawingSession', () => {
  it('gives the chart the drawings of a market once, and stores changes', () => {
    saveDrawings(1, [line]);
    const { fake, session } = opened();
    session.show(1);
    session.show(1);
    expect(fake.asked).toEqual([['setDrawings', [line]]]);
    fake.emit(atRest);
    const moved = { ...line, locked: true };
    fake.emit({ kind: 'drawings', drawings: [moved] });
    expect(session.drawings.value).toEqual([moved]);
    expect(loadDrawings(1)).toEqual([moved]);
  });

  it('saves what was drawn before a switch under the market before, and ignores other late events', () => {
    saveDrawings(2, [line]);
    const { fake, session } = opened();
    session.show(1);
    fake.emit(atRest);
    const before = fake.shownSet;
    session.show(2);
    // A tool was picked, and something drawn with it, before the chart had the drawings of the other market.
    const other = { ...line, locked: true };
    fake.emit({ ...atRest, tool: 'trend' } as typeof atRest, before);
    fake.emit({ kind: 'drawings', drawings: [other] }, before);
    fake.emit({ kind: 'drawingState', tool: null, selected: null, canUndo: true, canRedo: false }, before);
    fake.emit({ kind: 'editText', id: 'd9' }, before);
    expect(loadDrawings(1)).toEqual([other]);
    expect(session.state.value).toMatchObject({ tool: null, canUndo: false });
    expect(loadDrawings(2)).toEqual([line]);
    expect(session.drawings.value).toEqual([line]);
    expect(session.editedText.value).toBe(null);
    fake.emit(atRest);
    fake.emit({ kind: 'drawings', drawings: [] });
    expect(loadDrawings(2)).toEqual([]);
  });

  it('reports drawings that could not be stored', () => {
    const { fake, session } = opened();
    session.show(1);
    fake.emit(atRest);
    const points = Array.from({ length: 500 }, (_, i) => ({ time: 1.7e12 + i, price: 65_000.25 + i }));
    fake.emit({
      kind: 'drawings',
      drawings: Array.from({ length: 30 }, (_, i): Drawing => ({
        ...line,
        id: `d${i + 1}`,
        kind: 'brush',
        anchors: points,
      })),
    });
    expect(session.saved.value).toBe(false);
    fake.emit({ kind: 'drawings', drawings: [line] });
    expect(session.saved.value).toBe(true);
  });

  it('follows changes of another tab until it is disposed', () => {
    const { fake, session, stop } = opened();
    session.show(1);
    fake.emit(atRest);
    saveDrawings(1, [line]);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: storageKey(2) }));
    expect(fake.asked).toHaveLength(1);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: storageKey(1) }));
    expect(fake.asked.at(-1)).toEqual(['setDrawings', [line]]);
    stop();
    window.dispatchEvent(Object.assign(new Event('storage'), { key: storageKey(1) }));
    expect(fake.asked).toHaveLength(2);
    expect(fake.listeners.size).toBe(0);
  });
});

describe('useDrawings', () => {
  const place = reactRoot();
  const fake = new FakeChart();

  function Page({ coinInfoId }: { coinInfoId: number }): null {
    useDrawings(fake, coinInfoId);
    return null;
  }

  it('what is drawn while another market loads is of the one whose candles are there', () => {
    const show = (coinInfoId: number): void => act(() => place.root.render(<Page coinInfoId={coinInfoId} />));
    show(1);
    fake.emit(atRest);
    fake.phase.value = 'loading';
    show(2);
    fake.emit({ kind: 'drawings', drawings: [line] });
    expect([loadDrawings(1), loadDrawings(2)]).toEqual([[line], []]);
    expect(fake.asked).toEqual([['setDrawings', []]]);
    act(() => {
      fake.phase.value = 'ready';
    });
    expect(fake.asked).toHaveLength(2);
    fake.emit({ kind: 'drawings', drawings: [{ ...line, locked: true }] });
    expect([loadDrawings(1), loadDrawings(2)]).toEqual([[line], [{ ...line, locked: true }]]);
    // Another interval of the same market loads its candles alone.
    fake.phase.value = 'loading';
    fake.phase.value = 'ready';
    expect(fake.asked).toHaveLength(2);
  });
});

describe('DrawingBar', () => {
  const place = reactRoot();
  beforeAll(async () => {
    await startI18n('en-US');
    await loadNamespaces(['chart']);
  });
  afterEach(() => {
    press('Draw on the chart');
  });

  const button = (label: string): HTMLButtonElement | undefined =>
    [...document.querySelectorAll('button')].find((each) => each.getAttribute('aria-label') === label);
  function press(label: string): void {
    const found = button(label);
    if (!found) throw new Error(`no button ${label}`);
    act(() => found.click());
  }

  function shown(): { fake: FakeChart; session: DrawingSession } {
    const made = opened();
    made.session.show(1);
    made.fake.emit(atRest);
    act(() =>
      place.root.render(
        <>
          <DrawToggle session={made.session} />
          <DrawingBar session={made.session} />
        </>,
      ),
    );
    press('Draw on the chart');
    made.fake.asked = [];
    return made;
  }

  it('has a button per tool that selects and deselects it', () => {
    const { fake } = shown();
    for (const kind of KINDS) expect(button(translate()(`draw.${kind}`)), kind).toBeDefined();
    press('Trend line');
    expect(fake.asked).toEqual([['pickTool', 'trend']]);
    act(() => fake.emit({ kind: 'drawingState', tool: 'trend', selected: null, canUndo: false, canRedo: false }));
    expect(button('Trend line')!.getAttribute('aria-pressed')).toBe('true');
    press('Trend line');
    expect(fake.asked.at(-1)).toEqual(['pickTool', null]);
  });

  it('shows the actions on the selected drawing', () => {
    const { fake } = shown();
    act(() => {
      fake.emit({ kind: 'drawings', drawings: [line] });
      fake.emit({ kind: 'drawingState', tool: null, selected: 'd1', canUndo: true, canRedo: false });
    });
    expect(button('Trend line')).toBeUndefined();
    for (const label of ['Lock this drawing', 'Hide this drawing', 'Color 2', 'Remove this drawing', 'Undo'])
      press(label);
    expect(fake.asked).toEqual([
      ['editDrawing', 'd1', { locked: true }],
      ['editDrawing', 'd1', { hidden: true }],
      ['editDrawing', 'd1', { color: 'line-1' }],
      ['removeDrawing', 'd1'],
      ['undoDrawing'],
    ]);
    expect(button('Redo')!.disabled).toBe(true);
    press('All tools');
    expect(button('Trend line')).toBeDefined();
    act(() => fake.emit({ kind: 'drawings', drawings: [{ ...line, locked: true }] }));
    expect(button('Remove all unlocked drawings')!.disabled).toBe(true);
  });

  it('hides and shows all drawings, and explains the limit', () => {
    const { fake } = shown();
    act(() =>
      fake.emit({
        kind: 'drawings',
        drawings: Array.from({ length: MAX_DRAWINGS }, (_, i): Drawing => ({
          ...line,
          id: `d${i + 1}`,
          hidden: i === 3,
        })),
      }),
    );
    press('Show all drawings');
    expect(fake.asked).toEqual([['editDrawing', null, { hidden: false }]]);
    press('Ray');
    expect(fake.asked).toHaveLength(1);
    expect(toastLine.value?.text).toContain(String(MAX_DRAWINGS));
  });

  it('edits a text drawing; closing with an empty text removes it', () => {
    const { fake, session } = shown();
    act(() => {
      fake.emit({ kind: 'drawings', drawings: [{ ...line, kind: 'text', anchors: [{ time: 1, price: 2 }] }] });
      fake.emit({ kind: 'editText', id: 'd1' });
    });
    expect(document.querySelector('dialog input')).not.toBe(null);
    act(() => session.setText(''));
    expect(fake.asked).toEqual([['editDrawing', 'd1', { text: '' }]]);
    expect(document.querySelector('dialog input')).toBe(null);
  });
});
