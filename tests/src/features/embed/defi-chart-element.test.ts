// @vitest-environment happy-dom
// The element of other sites: commands that are rejected before its frame is ready are not sent to it later.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const EXCHANGE = 'https://exchange.example';

interface ChartElement extends HTMLElement {
  state(): Promise<unknown>;
  setSymbol(symbol: string): Promise<unknown>;
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(
    Object.assign(document.createElement('script'), { src: `${EXCHANGE}/embed.js` }),
  );
  await import('../../../../src/features/embed/defi-chart-element.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Puts the element on the page; `receive` hands it a message of its frame. */
function connected(chart: ChartElement): { posted: { symbol?: string }[]; receive: (data: object) => void } {
  document.body.append(chart);
  const posted: { symbol?: string }[] = [];
  // As windows do, which copy what they are sent.
  const frame = { postMessage: (message: { symbol?: string }) => void posted.push(structuredClone(message)) };
  const iframe = chart.shadowRoot!.querySelector('iframe')!;
  vi.spyOn(iframe, 'contentWindow', 'get').mockReturnValue(
    frame as unknown as ReturnType<() => typeof iframe.contentWindow>,
  );
  const receive = (data: object): void => {
    const event = new MessageEvent('message', { data: { defiChart: 1, ...data }, origin: EXCHANGE });
    Object.defineProperty(event, 'source', { value: frame });
    window.dispatchEvent(event);
  };
  return { posted, receive };
}

it('hands on an error as it is documented, and nothing else of its message', () => {
  const chart = document.createElement('defi-chart') as ChartElement;
  const { receive } = connected(chart);
  const details: unknown[] = [];
  chart.addEventListener('error', (event) => details.push((event as unknown as CustomEvent).detail));
  receive({ event: 'error', id: null, code: 'no-candles', message: 'None.' });
  expect(details).toEqual([{ id: null, code: 'no-candles', message: 'None.' }]);
  chart.remove();
});

it('a command that was not answered in time is not sent later', async () => {
  const chart = document.createElement('defi-chart') as ChartElement;
  const late = chart.setSymbol('ETH/USDT').catch((cause: unknown) => String(cause));
  vi.advanceTimersByTime(19_000);
  const later = chart.setSymbol('LTC/USDT').catch((cause: unknown) => String(cause));
  vi.advanceTimersByTime(2_000);
  expect(await late).toMatch(/did not answer/);
  const { posted, receive } = connected(chart);
  receive({ event: 'ready', state: {} });
  expect(posted.flatMap(({ symbol }) => symbol ?? [])).toEqual(['LTC/USDT']);
  chart.remove();
  expect(await later).toMatch(/removed/);
});

it('rejects a command that no message can hold, and sends those that wait behind it', async () => {
  const chart = document.createElement('defi-chart') as ChartElement;
  const bad = chart.setSymbol((() => 'BTC/USDT') as never).catch((cause: unknown) => cause);
  const next = chart.setSymbol('LTC/USDT').catch(() => undefined);
  const { posted, receive } = connected(chart);
  receive({ event: 'ready', state: {} });
  expect(posted.flatMap(({ symbol }) => symbol ?? [])).toEqual(['LTC/USDT']);
  expect(await bad).toMatchObject({ code: 'malformed' });
  chart.remove();
  await next;
});

it('rejects a command at once while the element is removed, and takes commands again once it is back', async () => {
  const chart = document.createElement('defi-chart') as ChartElement;
  connected(chart);
  chart.remove();
  await expect(chart.state()).rejects.toThrow(/removed/);
  expect(vi.getTimerCount()).toBe(0);
  const { posted, receive } = connected(chart);
  const state = chart.setSymbol('ETH/USDT');
  receive({ event: 'ready', state: {} });
  const { id } = posted.find(({ symbol }) => symbol !== undefined) as { id?: number };
  receive({ event: 'answer', id, value: { symbol: 'ETH/USDT' } });
  expect(await state).toEqual({ symbol: 'ETH/USDT' });
  chart.remove();
});
