// Back closes the innermost sheet before it leaves the page, and no entry is left behind.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SheetHistory } from '../../../src/ui/overlays/sheet-history.ts';

interface Entry {
  state: unknown;
  href: string;
}
type OnPop = (event: PopStateEvent) => void;

/** A browser's session history: traversals arrive later, with a `popstate`. */
class SessionHistory {
  entries: Entry[] = [{ state: { key: 'home' }, href: '/home' }];
  at = 0;
  listeners: OnPop[] = [];
  /** What a traversal takes. */
  delayMs = 5;
  get state(): unknown {
    return this.entries[this.at]!.state;
  }
  pushState(state: unknown, _title: string, href?: string): void {
    const entry = { state: structuredClone(state), href: href ?? this.entries[this.at]!.href };
    this.entries.splice(this.at + 1, Infinity, entry);
    this.at += 1;
  }
  replaceState(state: unknown, _title: string, href?: string): void {
    this.entries[this.at] = { state: structuredClone(state), href: href ?? this.entries[this.at]!.href };
  }
  go(delta: number): void {
    setTimeout(() => {
      if (!this.entries[this.at + delta]) return;
      this.at += delta;
      let stopped = false;
      const event = { stopImmediatePropagation: () => (stopped = true) } as unknown as PopStateEvent;
      for (const listener of this.listeners) if (!stopped) listener(event);
    }, this.delayMs);
  }
}

let session: SessionHistory;
/** Addresses that traversals led the router to. */
let routed: string[];

function start(): SheetHistory {
  routed = [];
  const sheets = new SheetHistory({
    history: session as unknown as History,
    addEventListener: (_: string, listener: OnPop) => session.listeners.unshift(listener),
  } as unknown as Window);
  session.listeners.push(() => routed.push(address()));
  return sheets;
}
const address = (): string => session.entries[session.at]!.href;
const addresses = (): string[] => session.entries.map(({ href }) => href);
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(20);
async function back(steps = 1): Promise<void> {
  session.go(-steps);
  await settled();
}
const visit = (key: string): void => (session as unknown as History).pushState({ key }, '', `/${key}`);
/** A sheet that counts how often Back closed it. */
async function openSheet(sheets: SheetHistory): Promise<{ closed: () => number; release: () => void }> {
  const close = vi.fn();
  const release = sheets.add(close);
  await settled();
  return { closed: () => close.mock.calls.length, release };
}

beforeEach(() => {
  vi.useFakeTimers();
  session = new SessionHistory();
  session.pushState({ key: 'trade' }, '', '/trade');
});
afterEach(() => vi.useRealTimers());

describe('Back', () => {
  it('closes the sheet, leaves the router alone, and leaves the page the second time', async () => {
    const sheet = await openSheet(start());
    await back();
    expect([sheet.closed(), address(), routed]).toEqual([1, '/trade', []]);
    await back();
    expect([sheet.closed(), address(), routed]).toEqual([1, '/home', ['/home']]);
  });

  it('pressed twice at once closes the sheet and leaves the page', async () => {
    const sheet = await openSheet(start());
    session.go(-1);
    await back();
    expect([sheet.closed(), address(), routed]).toEqual([1, '/home', ['/home']]);
  });

  it('closes nested sheets one by one, and all of them when it goes further', async () => {
    const sheets = start();
    const [outer, inner] = [await openSheet(sheets), await openSheet(sheets)];
    await back();
    expect([outer.closed(), inner.closed()]).toEqual([0, 1]);
    const again = await openSheet(sheets);
    await back(3);
    expect([outer.closed(), again.closed(), routed]).toEqual([1, 1, ['/home']]);
  });

  it('then Forward leads nowhere', async () => {
    const sheet = await openSheet(start());
    await back();
    sheet.release();
    session.go(1);
    await settled();
    expect([session.at, address(), routed]).toEqual([1, '/trade', []]);
  });
});

describe('a sheet closed by its page', () => {
  it('takes its entry along', async () => {
    const sheet = await openSheet(start());
    sheet.release();
    await settled();
    expect([session.at, sheet.closed(), routed]).toEqual([1, 0, []]);
  });

  it('takes one step back, however long a busy browser takes for it', async () => {
    const sheet = await openSheet(start());
    session.delayMs = 2_000;
    sheet.release();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([session.at, address(), routed]).toEqual([1, '/trade', []]);
  });

  it('leaves a sheet open that follows it before a late step back', async () => {
    const sheets = start();
    const form = await openSheet(sheets);
    session.delayMs = 2_000;
    form.release();
    await vi.advanceTimersByTimeAsync(1_000);
    const confirm = await openSheet(sheets);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([confirm.closed(), session.at, address(), routed]).toEqual([0, 2, '/trade', []]);
  });

  it('gives its entry to the page that is navigated to', async () => {
    const sheet = await openSheet(start());
    sheet.release();
    visit('login');
    await settled();
    expect(addresses()).toEqual(['/home', '/trade', '/login']);
    await back();
    expect([address(), routed]).toEqual(['/trade', ['/trade']]);
  });

  it('navigates after its own step back, when the navigation comes while it is on its way', async () => {
    const sheet = await openSheet(start());
    sheet.release();
    await vi.advanceTimersByTimeAsync(1);
    visit('login');
    await settled();
    expect([addresses(), session.at]).toEqual([['/home', '/trade', '/login'], 2]);
  });

  it('gives its entry to the sheet that follows it', async () => {
    const sheets = start();
    const form = await openSheet(sheets);
    form.release();
    const confirm = await openSheet(sheets);
    expect(session.at).toBe(2);
    await back();
    expect([confirm.closed(), address()]).toEqual([1, '/trade']);
  });

  it('keeps Back whole when another sheet opens during its step back', async () => {
    const sheets = start();
    const first = await openSheet(sheets);
    first.release();
    await vi.advanceTimersByTimeAsync(1);
    const second = await openSheet(sheets);
    await back();
    expect([second.closed(), address(), routed]).toEqual([1, '/trade', []]);
  });
});

it('nested sheets under a navigation leave no step that does nothing', async () => {
  const sheets = start();
  const [outer, inner] = [await openSheet(sheets), await openSheet(sheets)];
  inner.release();
  outer.release();
  visit('login');
  await settled();
  await back();
  await settled();
  expect([address(), session.at]).toEqual(['/trade', 1]);
});

it('a page replaced under an open sheet is the page that Back finds', async () => {
  const sheet = await openSheet(start());
  (session as unknown as History).replaceState({ key: 'eth' }, '', '/trade?eth');
  await back();
  expect([sheet.closed(), addresses().slice(0, 2), session.at, routed]).toEqual([1, ['/home', '/trade?eth'], 1, []]);
  await back();
  expect(routed).toEqual(['/home']);
});

it('the router is part of each navigation under an open sheet: a script makes some without it', async () => {
  const seen: string[] = [];
  for (const name of ['pushState', 'replaceState'] as const) {
    const native = session[name].bind(session);
    session[name] = (state, title, href) => {
      native(state, title, href);
      seen.push(`${name} ${address()}`);
    };
  }
  const sheets = start();
  await openSheet(sheets);
  (session as unknown as History).replaceState({}, '', '/trade?eth');
  visit('login');
  expect(seen).toEqual(['replaceState /trade?eth', 'replaceState /login']);
});

it('a page reloaded in a sheet entry steps out of it', async () => {
  session.pushState({ key: 'trade', sheets: 1 }, '', '/trade');
  start();
  await settled();
  expect([session.at, routed]).toEqual([1, []]);
});

it('a step back that never arrives holds no navigation for long', async () => {
  session.entries = [{ state: { key: 'trade', sheets: 1 }, href: '/trade' }];
  session.at = 0;
  start();
  visit('login');
  await vi.advanceTimersByTimeAsync(600);
  expect(address()).toBe('/login');
});
