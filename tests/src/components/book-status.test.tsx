// @vitest-environment happy-dom
// Status text of a book without orders: empty in the live market, not recorded in a replay.
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, SECTION_HEAD } from '../../../core/worker-protocol/worker-protocol.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { bookSection } from '../../support/data/generated-frame.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const place = reactRoot();

it.each([
  ['/pages/kline/kline', 'The order book is empty'],
  ['/replay/market', 'Not recorded at this time'],
])('at %s: %s', async (path, text) => {
  history.replaceState(null, '', path);
  vi.resetModules();
  const { loadNamespaces, startI18n } = await import('../../../src/locales/i18n.ts');
  await startI18n('en-US');
  await loadNamespaces(['market']);
  const { useBookStatus } = await import('../../../src/components/market/book-ladder.tsx');
  const { BookCells } = await import('../../../src/stores/market/book-rows.ts');
  const book = new BookCells(instrumentOf(btcInfo()), 2);
  function Status() {
    return <p>{useBookStatus(book)}</p>;
  }
  await act(async () => place.root.render(<Status />));
  expect(place.host.textContent).toBe('Loading the order book');
  const columns = new Float64Array(bookSection(1, BOOK_STATE.live, [], []));
  await act(async () => book.onSection(columns, SECTION_HEAD));
  expect(place.host.textContent).toBe(text);
});
