// @vitest-environment happy-dom
// Live text: DOM writes per change, and no React commits.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { Profiler, StrictMode, act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LiveText } from '../../../src/ui/live-text.tsx';
import { toneOf } from '../../../src/ui/tone.ts';
import { useSignalValue } from '../../../src/ui/use-signal-value.ts';

let unmount = (): void => undefined;
beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
});

/** Mounts under StrictMode and counts commits. */
function mount(node: React.ReactNode): { host: HTMLElement; commits: () => number } {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  let commits = 0;
  act(() =>
    root.render(
      <StrictMode>
        <Profiler
          id="cell"
          onRender={() => {
            commits += 1;
          }}
        >
          {node}
        </Profiler>
      </StrictMode>,
    ),
  );
  unmount = () => {
    act(() => root.unmount());
    host.remove();
  };
  return { host, commits: () => commits };
}

describe('LiveText', () => {
  it('writes one text node per change and causes no React commit', async () => {
    const price = signal('1.00');
    const { host, commits } = mount(<LiveText text={price} />);
    const span = host.querySelector('span');
    const mounted = commits();
    const writes: string[] = [];
    const watch = new MutationObserver((records) => writes.push(...records.map(({ type }) => type)));
    watch.observe(host, { subtree: true, characterData: true, childList: true, attributes: true });
    for (let i = 0; i < 1000; i += 1) price.value = String(i);
    price.value = '999';
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    watch.disconnect();
    expect(commits() - mounted).toBe(0);
    expect(span?.childNodes.length).toBe(1);
    expect(span?.textContent).toBe('999');
    expect(new Set(writes)).toEqual(new Set(['characterData', 'childList']));
    // Three texts have another length than the one before: they are new nodes, as the same one, aligned to the right,
    // would count as a layout shift.
    expect(writes.filter((type) => type === 'characterData').length).toBe(997);
  });

  it('keeps its node while the text has the same length', () => {
    const price = signal('1.00');
    const span = mount(<LiveText text={price} />).host.querySelector('span');
    const node = span?.firstChild;
    price.value = '1.01';
    expect(span?.firstChild).toBe(node);
    expect(span?.textContent).toBe('1.01');
  });

  it('unsubscribes on unmount, also after the double mount of StrictMode', () => {
    let readers = 0;
    const price = signal('1', {
      watched: () => {
        readers += 1;
      },
      unwatched: () => {
        readers -= 1;
      },
    });
    mount(<LiveText text={price} />);
    expect(readers).toBe(1);
    unmount();
    unmount = () => undefined;
    expect(readers).toBe(0);
  });

  it('follows a new signal passed to the same cell', () => {
    const first = signal('a');
    const second = signal('b');
    const which = signal<ReadonlySignal<string>>(first);
    function Cell() {
      return <LiveText text={useSignalValue(which)} />;
    }
    const { host } = mount(<Cell />);
    act(() => {
      which.value = second;
    });
    first.value = 'old';
    expect(host.textContent).toBe('b');
    second.value = 'c';
    expect(host.textContent).toBe('c');
  });

  it('flashes in the direction of the move for 300 ms, at most once a second, and sets its tone', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 5_000 });
    const last = signal('1');
    const move = signal<-1 | 0 | 1>(0);
    const { host } = mount(<LiveText text={last} flash={move} tone={move} />);
    const span = host.querySelector('span');
    const flash = (): string | undefined => span?.dataset['flash'];
    expect(flash()).toBeUndefined();
    move.value = 1;
    last.value = '2';
    vi.advanceTimersByTime(299);
    expect(flash()).toBe('up');
    vi.advanceTimersByTime(1);
    expect(flash()).toBeUndefined();
    vi.advanceTimersByTime(699);
    last.value = '2.5';
    expect(flash()).toBeUndefined();
    vi.advanceTimersByTime(1);
    last.value = '3';
    expect(flash()).toBe('up');
    vi.advanceTimersByTime(1_000);
    move.value = -1;
    last.value = '2';
    expect(flash()).toBe('down');
    expect(span?.dataset['tone']).toBe('down');
    unmount();
    unmount = () => undefined;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('useSignalValue', () => {
  it('renders once per change, and not for equal values', () => {
    const count = signal(0);
    const even = computed(() => count.value % 2 === 0);
    function Word() {
      return <b>{useSignalValue(even) ? 'even' : 'odd'}</b>;
    }
    const { host, commits } = mount(<Word />);
    const mounted = commits();
    act(() => {
      count.value = 2;
    });
    act(() => {
      count.value = 4;
    });
    expect(commits() - mounted).toBe(0);
    act(() => {
      count.value = 5;
    });
    expect(host.textContent).toBe('odd');
    expect(commits() - mounted).toBe(1);
  });
});

it('an amount is up or down, unless it is nothing', () => {
  expect(['1', '-1', '0', '0.001', '-0.00'].map(toneOf)).toEqual(['up', 'down', 'flat', 'up', 'flat']);
  expect([1n, -1n, 0n, 0.5, NaN].map(toneOf)).toEqual(['up', 'down', 'flat', 'up', 'flat']);
});
