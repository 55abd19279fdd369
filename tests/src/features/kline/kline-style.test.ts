// @vitest-environment happy-dom
// How the chart looks: kept but for the held range of prices, given to the chart, taken from its hands, and reset.
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_STYLE, type ChartEvent } from '../../../../chart/api.ts';
import type { ChartController } from '../../../../src/features/kline/chart/chart-controller.ts';

beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
});
beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** A desk that remembers what it was given. */
function fakeDesk() {
  const given = new Map<string, unknown>();
  const listeners = new Set<(event: ChartEvent) => void>();
  const desk = {
    set: (name: string, value: unknown) => {
      given.set(name, value);
    },
    listen: (listener: (event: ChartEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ChartController;
  return {
    desk,
    given,
    tell: (event: ChartEvent) => {
      for (const listener of listeners) listener(event);
    },
  };
}

async function joined(shown = '2 15m') {
  const style = await import('../../../../src/features/kline/chart/chart-style.ts');
  const fake = fakeDesk();
  const root = createRoot(document.createElement('div'));
  const Page = ({ of }: { of: string }): null => {
    style.useLook(fake.desk, of);
    return null;
  };
  const show = (of: string): Promise<void> => act(async () => root.render(createElement(Page, { of })));
  await show(shown);
  return { ...fake, style, show, leave: () => act(async () => root.unmount()) };
}

describe('the look of the chart', () => {
  it('is the usual one at first, for the chart too', async () => {
    const { given } = await joined();
    expect(given.get('setStyle')).toEqual(DEFAULT_STYLE);
    expect(given.get('setPaneShares')).toEqual({});
  });

  it('changes at once and is kept, the held range of prices is not', async () => {
    const { given, style } = await joined();
    style.changeLook({ candles: 'area', timeZone: 'UTC' });
    style.changeLook({ autoScale: false });
    expect(given.get('setStyle')).toEqual({ ...DEFAULT_STYLE, candles: 'area', timeZone: 'UTC', autoScale: false });
    vi.resetModules();
    const next = await joined();
    expect(next.given.get('setStyle')).toEqual({ ...DEFAULT_STYLE, candles: 'area', timeZone: 'UTC' });
  });

  it('follows the hand on the chart', async () => {
    const { given, tell, style } = await joined();
    tell({ kind: 'autoScale', on: false });
    expect(style.look.peek().autoScale).toBe(false);
    tell({ kind: 'panes', shares: { VOL: 0.4 } });
    expect(localStorage.getItem('fxproChartPanes')).toBe('{"VOL":0.4}');
    expect(given.get('setPaneShares')).toEqual({ VOL: 0.4 });
    tell({ kind: 'panes', shares: {} });
    expect(given.get('setPaneShares')).toEqual({});
  });

  it('frees the range for other candles, and holds it for the same', async () => {
    const { show, style } = await joined();
    style.changeLook({ autoScale: false });
    await show('2 15m');
    expect(style.look.peek().autoScale).toBe(false);
    await show('2 1h');
    expect(style.look.peek().autoScale).toBe(true);
  });

  it('is reset as a whole', async () => {
    const { style, tell } = await joined();
    style.changeLook({ axis: 'log', inverted: true, magnet: true, autoScale: false });
    tell({ kind: 'panes', shares: { VOL: 0.4 } });
    style.resetLook();
    expect(style.look.peek()).toEqual({ ...DEFAULT_STYLE, magnet: false });
    expect([localStorage.getItem('fxproChartStyle'), localStorage.getItem('fxproChartPanes')]).toEqual([null, null]);
  });

  it.each([
    '{',
    '{"candles":"pie"}',
    '[]',
    '7',
    '{"candles":"area","axis":"log","inverted":1,"timeZone":"","magnet":false}',
  ])('broken as it may be kept (%s), it is the usual one', async (broken) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('fxproChartStyle', broken);
    const { given } = await joined();
    expect(given.get('setStyle')).toEqual(DEFAULT_STYLE);
  });

  it("a time zone that is not on offer is the device's own", async () => {
    localStorage.setItem(
      'fxproChartStyle',
      '{"candles":"area","axis":"log","inverted":false,"timeZone":"Mars/Olympus","magnet":false}',
    );
    const { given } = await joined();
    expect(given.get('setStyle')).toEqual({ ...DEFAULT_STYLE, candles: 'area', axis: 'log' });
  });

  it('hears nothing after the page is left', async () => {
    const { given, style, leave } = await joined();
    await leave();
    given.clear();
    style.changeLook({ candles: 'line' });
    expect(given.size).toBe(0);
  });
});
