// @vitest-environment happy-dom
// The initial price of a ticket: filled in when it becomes known, unless the user has focused the field.
import { act, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, LINK, TICKER_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import { initialPrice, useInitialPrice } from '../../../src/components/ticket/initial-price.ts';
import { restoreLastMessage } from '../../../src/stores/market/connection.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { applyTickers } from '../../../src/stores/market/tickers.ts';
import { tickersFreshness } from '../../../src/stores/market/view-freshness.ts';
import { NumberField } from '../../../src/ui/fields/number-field.tsx';
import { frameOf, linkSection } from '../../support/data/generated-frame.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { reactRoot, typeInto } from '../../support/browser/react-root.ts';

const place = reactRoot();
beforeEach(connect);
let id = 9_000;

/** A market without a known price. */
const market = () => instrumentOf({ ...btcInfo(), id: (id += 1) });

function Ticket({ instrument }: { instrument: ReturnType<typeof market> }) {
  const [draft, setDraft] = useState({ price: '' });
  const take = useInitialPrice(instrument, setDraft);
  return <NumberField label="Price" value={draft.price} onValue={(price) => setDraft({ price })} onFocus={take} />;
}

function last(coinInfoId: number, ticks: number): void {
  const columns = new Float64Array(1 + F.size);
  columns[0] = 1;
  columns[1 + F.id] = coinInfoId;
  columns[1 + F.last] = ticks;
  act(() => applyTickers(columns, 0));
}

/** The feed is live. */
function connect(): void {
  receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: Date.now() })]));
  tickersFreshness.update(BOOK_STATE.live, Date.now());
}

const field = (): HTMLInputElement => place.host.querySelector('input')!;

it('is the first known last price, once', () => {
  const instrument = market();
  act(() => place.root.render(<Ticket instrument={instrument} />));
  expect(field().value).toBe('');
  last(instrument.info.id, 6_699_121);
  expect(field().value).toBe('66,991.21');
  last(instrument.info.id, 6_699_122);
  expect(field().value).toBe('66,991.21');
});

it('is not filled in after the field was focused', () => {
  const instrument = market();
  act(() => place.root.render(<Ticket instrument={instrument} />));
  act(() => field().focus());
  last(instrument.info.id, 6_699_121);
  expect(field().value).toBe('');
});

it('is filled in again for another market', () => {
  const [before, after] = [market(), market()];
  act(() => place.root.render(<Ticket instrument={before} />));
  act(() => field().focus());
  act(() => place.root.render(<Ticket instrument={after} />));
  last(after.info.id, 350_012);
  expect(field().value).toBe('3,500.12');
});

it('does not overwrite a typed price', async () => {
  const instrument = market();
  act(() => place.root.render(<Ticket instrument={instrument} />));
  await typeInto(field(), '66000');
  last(instrument.info.id, 6_699_121);
  expect(field().value).toBe('66000');
});

it('is no price of an earlier visit: it waits for the first live one', () => {
  const instrument = market();
  const { id: coinInfoId } = instrument.info;
  const aDayAgo = Date.now() - 86_400_000;
  receiveFrame(frameOf([linkSection({ state: LINK.connecting })]));
  tickersFreshness.update(BOOK_STATE.loading, aDayAgo);
  restoreLastMessage(aDayAgo);
  last(coinInfoId, 6_100_000);
  expect(initialPrice(instrument)).toBe('');
  act(() => place.root.render(<Ticket instrument={instrument} />));
  expect(field().value).toBe('');
  last(coinInfoId, 6_699_121);
  act(connect);
  expect(field().value).toBe('66,991.21');
  expect(initialPrice(instrument)).toBe('66991.21');
});
