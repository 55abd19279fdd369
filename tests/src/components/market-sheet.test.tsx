// @vitest-environment happy-dom
// The market picker: markets by category with price and volume, a search in all of them, the accepted ones alone.
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { MarketSheet } from '../../../src/components/market/picker/market-sheet.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { setInstruments } from '../../../src/stores/market/instruments.ts';
import { reactRoot, typeInto } from '../../support/browser/react-root.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const place = reactRoot();
const onPick = vi.fn();
const MARKETS = [
  btcInfo(),
  { ...btcInfo(), id: 3, symbol: 'ETH', name: 'Ethereum', pair: 'ETH/USDT', sort: 2 },
  { ...btcInfo(), id: 40, symbol: 'EUR', name: 'Euro', pair: 'EUR/USD', type: 'forex' as const, sort: 3 },
  { ...btcInfo(), id: 50, symbol: 'BTC', name: 'Bitcoin', pair: 'BTCUSDT', type: 'perpetual' as const, sort: 4 },
];

const show = (accepts?: (instrument: Instrument) => boolean): Promise<void> =>
  act(async () =>
    place.root.render(<MarketSheet open onClose={() => {}} current={2} onPick={onPick} accepts={accepts} />),
  );
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const tabs = (): string[] => all('[role="tab"]').map((tab) => tab.textContent);
const selected = (): string | undefined => all('[role="tab"][aria-selected="true"]')[0]?.textContent;
const pairs = (): string[] => all('button > span > b').map((pair) => pair.textContent);
const pick = (name: string): Promise<void> =>
  act(async () =>
    all('[role="tab"]')
      .find((tab) => tab.textContent === name)!
      .click(),
  );
const search = (text: string): Promise<void> => typeInto(document.querySelector('input')!, text);

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['market']);
  setInstruments(MARKETS);
});
beforeEach(async () => {
  stored('collectList').value = [];
  await show();
});

describe('the market picker', () => {
  it('has the categories that are offered, and begins with all markets', () => {
    expect(tabs()).toEqual(['All', 'Favorites', 'Crypto', 'Perpetual', 'Forex']);
    expect(pairs()).toEqual(['BTC/USDT', 'ETH/USDT', 'EUR/USD', 'BTCUSDT']);
    expect(all('button > span > small')[0]!.textContent).toMatch(/^Bitcoin · Vol /);
  });

  it('shows one category, and says where there are no favorites', async () => {
    await pick('Forex');
    expect(pairs()).toEqual(['EUR/USD']);
    await pick('Favorites');
    expect(pairs()).toEqual([]);
    expect(document.body.textContent).toContain('No favorites yet');
  });

  it('searches in all markets, whatever the category, and a category ends the search', async () => {
    await pick('Forex');
    await search('btc');
    expect(selected()).toBe('All');
    expect(pairs()).toEqual(['BTC/USDT', 'BTCUSDT']);
    await search('zzz');
    expect(document.body.textContent).toContain('No market matches “zzz”');
    await pick('Perpetual');
    expect(pairs()).toEqual(['BTCUSDT']);
    expect(document.querySelector('input')!.value).toBe('');
  });

  it('offers what the page can show alone', async () => {
    await show(({ info }) => info.type === 'crypto');
    // Of one kind alone there are no kinds to choose from.
    expect(tabs()).toEqual(['All', 'Favorites']);
    expect(pairs()).toEqual(['BTC/USDT', 'ETH/USDT']);
    await act(async () =>
      all('button')
        .find((each) => each.textContent.startsWith('ETH'))!
        .click(),
    );
    expect(onPick).toHaveBeenCalledWith(3);
  });
});
