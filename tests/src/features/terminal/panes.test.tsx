// @vitest-environment happy-dom
// Panes of the terminal: resized by keys and pointer within their limits, hidden, stored, and reset.
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PaneGrid } from '../../../../src/features/terminal/pane-grid.tsx';
import {
  PANE_LIMITS,
  paneLayout,
  resetPanes,
  resizePane,
  showPanes,
} from '../../../../src/features/terminal/pane-sizes.ts';
import { bySymbol, marketSymbol } from '../../../../src/features/terminal/market-symbol.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';

const view = reactRoot();
let wide = true;

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['chart']);
});
beforeEach(async () => {
  resetPanes();
  wide = true;
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  await render();
});
afterEach(() => void vi.unstubAllGlobals());

const render = (): Promise<void> =>
  act(async () =>
    view.root.render(
      <PaneGrid strip="strip" chart="chart" panes={{ list: 'list', book: 'book', ticket: 'ticket', dock: 'dock' }} />,
    ),
  );
const edge = (name: string): HTMLElement => view.host.querySelector(`[aria-label="Resize ${name}"]`)!;
const press = (target: HTMLElement, key: string, shiftKey = false): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })));
/** The pane of an edge, `px` wide and high. */
function sized(target: HTMLElement, px: number): void {
  target.parentElement!.getBoundingClientRect = () => ({ width: px, height: px }) as DOMRect;
}
const shownPanes = (): (string | null)[] =>
  [...view.host.querySelectorAll('[data-pane]')].map((pane) => pane.getAttribute('data-pane'));

describe('the edge of a pane', () => {
  it('grows the pane that it belongs to', async () => {
    sized(edge('Watchlist'), 200);
    await press(edge('Watchlist'), 'ArrowRight');
    expect(paneLayout.value.sizes.list).toBe(208);
    sized(edge('Order form'), 300);
    await press(edge('Order form'), 'ArrowLeft', true);
    expect(paneLayout.value.sizes.ticket).toBe(380);
    sized(edge('Positions and orders'), 200);
    await press(edge('Positions and orders'), 'ArrowUp');
    expect(paneLayout.value.sizes.dock).toBe(208);
  });

  it('stops at the limits of the pane', async () => {
    const [least, most] = PANE_LIMITS.book;
    sized(edge('Order book and trades'), least);
    await press(edge('Order book and trades'), 'ArrowRight', true);
    expect(paneLayout.value.sizes.book).toBe(least);
    sized(edge('Order book and trades'), most);
    await press(edge('Order book and trades'), 'ArrowLeft', true);
    expect(paneLayout.value.sizes.book).toBe(most);
  });

  it('is dragged without a stored size until it is dropped', async () => {
    const target = edge('Watchlist');
    sized(target, 200);
    target.setPointerCapture = () => undefined;
    const send = (type: string, clientX: number): Promise<void> =>
      act(
        async () =>
          void target.dispatchEvent(new PointerEvent(type, { clientX, clientY: 0, bubbles: true, button: 0 })),
      );
    await send('pointerdown', 100);
    await send('pointermove', 140);
    const grid = view.host.querySelector<HTMLElement>('[data-terminal]')!;
    expect(grid.style.getPropertyValue('--list')).toBe('240px');
    expect(paneLayout.value.sizes.list).toBeUndefined();
    await send('pointerup', 150);
    expect(paneLayout.value.sizes.list).toBe(250);
    expect(grid.style.getPropertyValue('--list')).toBe('250px');
    // A drag that the browser takes over changes nothing.
    await send('pointerdown', 150);
    await send('pointermove', 190);
    await send('pointercancel', 190);
    expect([grid.style.getPropertyValue('--list'), paneLayout.value.sizes.list]).toEqual(['250px', 250]);
    await send('pointermove', 120);
    expect(grid.style.getPropertyValue('--list')).toBe('250px');
  });
});

describe('panes', () => {
  it('are hidden and shown, and keep their sizes', async () => {
    await act(async () => {
      resizePane('book', 300);
      showPanes(['ticket', 'dock']);
    });
    expect(shownPanes()).toEqual(['ticket', 'dock']);
    await act(async () => showPanes(['book', 'ticket', 'dock', 'list']));
    expect(shownPanes()).toEqual(['list', 'book', 'ticket', 'dock']);
    expect(paneLayout.value.sizes.book).toBe(300);
  });

  it('are the usual ones for a stored text of another version', () => {
    for (const text of ['{', '{"sizes":{"book":-1},"hidden":[]}', '{"hidden":["menu"],"sizes":{}}', 'null']) {
      stored('fxproTerminal').value = text;
      expect(paneLayout.value).toEqual({ sizes: {}, hidden: [] });
    }
  });

  it('are within the limits, whatever was stored', () => {
    stored('fxproTerminal').value = JSON.stringify({ sizes: { list: 1, book: 180, dock: 2000 }, hidden: ['ticket'] });
    expect(paneLayout.value).toEqual({
      sizes: { list: PANE_LIMITS.list[0], book: PANE_LIMITS.book[0], dock: PANE_LIMITS.dock[1] },
      hidden: ['ticket'],
    });
  });

  it('have neither list nor edges on a tablet', async () => {
    wide = false;
    await act(async () => view.root.render(null));
    await render();
    expect(shownPanes()).toEqual(['book', 'ticket', 'dock']);
    expect(view.host.querySelector('[role="separator"]')).toBeNull();
  });
});

describe('the name of a market in an address', () => {
  const [spot, perpetual] = [{ info: btcInfo() }, { info: { ...btcInfo(), id: 102, pair: 'BTCUSDT' } }];
  const ltc = { info: { ...btcInfo(), id: 9, pair: 'LTC/USDT' } };
  const markets = [perpetual, spot, ltc];
  it('leads back to the market, in any case', () => {
    for (const market of markets) {
      expect(bySymbol(markets, marketSymbol(market.info))).toBe(market);
      expect(bySymbol(markets, marketSymbol(market.info).toLowerCase())).toBe(market);
    }
  });
  it.each(['LTCUSDT', 'ltcusdt', 'LTC_USDT', 'ltc-usdt', 'LTC/USDT', 'LTC USDT'])('%s is the spot market', (symbol) => {
    expect(bySymbol(markets, symbol)).toBe(ltc);
  });
  it.each([
    ['BTCUSDT', perpetual],
    ['btcusdt', perpetual],
    ['btc_usdt', spot],
    ['BTC/USDT', spot],
  ])('%s is the market of this very name before another', (symbol, market) => {
    expect(bySymbol(markets, symbol)).toBe(market);
  });
  it('of no market leads nowhere', () => {
    expect(bySymbol([...markets, { info: { ...btcInfo(), pair: '' } }], '')).toBeUndefined();
    for (const symbol of ['BTC', 'USDT', 'XLTCUSDT', 'LTCUSDTX', '', '-', '💥'])
      expect(bySymbol(markets, symbol), symbol).toBeUndefined();
  });
});
