// @vitest-environment happy-dom
// Chart style: stored except for the manual price range, applied to the chart, updated by gestures, reset.
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_STYLE, type ChartEvent } from '../../../../chart/api.ts';
import type { ChartController } from '../../../../src/components/chart/chart-controller.ts';

beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
});
beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** A chart controller that records settings. */
function fakeController() {
  const given = new Map<string, unknown>();
  const listeners = new Set<(event: ChartEvent) => void>();
  const controller = {
    set: (name: string, value: unknown) => {
      given.set(name, value);
    },
    onEvent: (listener: (event: ChartEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ChartController;
  return {
    controller,
    given,
    emit: (event: ChartEvent) => {
      for (const listener of listeners) listener(event);
    },
  };
}

async function joined(shown = '2 15m') {
  const style = await import('../../../../src/components/chart/chart-style.ts');
  const fake = fakeController();
  const root = createRoot(document.createElement('div'));
  const Page = ({ of }: { of: string }): null => {
    style.useChartStyle(fake.controller, of);
    return null;
  };
  const show = (of: string): Promise<void> => act(async () => root.render(createElement(Page, { of })));
  await show(shown);
  return { ...fake, style, show, leave: () => act(async () => root.unmount()) };
}

describe('chart style', () => {
  it('starts with the default, applied to the chart too', async () => {
    const { given } = await joined();
    expect(given.get('setStyle')).toEqual(DEFAULT_STYLE);
    expect(given.get('setPaneShares')).toEqual({});
  });

  it('applies and stores a change at once, except the manual price range', async () => {
    const { given, style } = await joined();
    style.updateChartStyle({ candles: 'area', timeZone: 'UTC' });
    style.updateChartStyle({ autoScale: false });
    expect(given.get('setStyle')).toEqual({ ...DEFAULT_STYLE, candles: 'area', timeZone: 'UTC', autoScale: false });
    vi.resetModules();
    const next = await joined();
    expect(next.given.get('setStyle')).toEqual({ ...DEFAULT_STYLE, candles: 'area', timeZone: 'UTC' });
  });

  it('follows gestures on the chart', async () => {
    const { given, emit, style } = await joined();
    emit({ kind: 'autoScale', on: false });
    expect(style.userChartStyle.peek().autoScale).toBe(false);
    emit({ kind: 'panes', shares: { VOL: 0.4 } });
    expect(localStorage.getItem('fxproChartPanes')).toBe('{"VOL":0.4}');
    expect(given.get('setPaneShares')).toEqual({ VOL: 0.4 });
    emit({ kind: 'panes', shares: {} });
    expect(given.get('setPaneShares')).toEqual({});
  });

  it('returns to automatic scale for other candles and keeps a manual range for the same', async () => {
    const { show, style } = await joined();
    style.updateChartStyle({ autoScale: false });
    await show('2 15m');
    expect(style.userChartStyle.peek().autoScale).toBe(false);
    await show('2 1h');
    expect(style.userChartStyle.peek().autoScale).toBe(true);
  });

  it('resets style and pane heights together', async () => {
    const { style, emit } = await joined();
    style.updateChartStyle({ axis: 'log', inverted: true, magnet: true, autoScale: false });
    emit({ kind: 'panes', shares: { VOL: 0.4 } });
    style.resetChartStyle();
    expect(style.userChartStyle.peek()).toEqual({ ...DEFAULT_STYLE, magnet: false });
    expect([localStorage.getItem('fxproChartStyle'), localStorage.getItem('fxproChartPanes')]).toEqual([null, null]);
  });

  it.each([
    '{',
    '{"candles":"pie"}',
    '[]',
    '7',
    '{"candles":"area","axis":"log","inverted":1,"timeZone":"","magnet":false}',
  ])('uses the default for a broken stored value (%s)', async (broken) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('fxproChartStyle', broken);
    const { given } = await joined();
    expect(given.get('setStyle')).toEqual(DEFAULT_STYLE);
  });

  it('uses the zone of the device for a time zone that is not on offer', async () => {
    localStorage.setItem(
      'fxproChartStyle',
      '{"candles":"area","axis":"log","inverted":false,"timeZone":"Mars/Olympus","magnet":false}',
    );
    const { given } = await joined();
    expect(given.get('setStyle')).toEqual({ ...DEFAULT_STYLE, candles: 'area', axis: 'log' });
  });

  it('ignores chart events after unmount', async () => {
    const { given, style, leave } = await joined();
    await leave();
    given.clear();
    style.updateChartStyle({ candles: 'line' });
    expect(given.size).toBe(0);
  });
});
