// @vitest-environment happy-dom
// The initial price of a ticket: filled in when it becomes known, unless the user has focused the
// field.
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { TICKER_FIELD as F } from '../../core/worker-protocol/worker-protocol.ts';
import { useInitialPrice } from '../../src/components/ticket/initial-price.ts';
import { applyTickers } from '../../src/stores/market/tickers.ts';
import { NumberField } from '../../src/ui/fields/number-field.tsx';
import { btcInfo } from '../support/feed/btc-market.ts';
import { reactRoot } from '../support/browser/react-root.ts';

const place = reactRoot();
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

it('does not overwrite a typed price', () => {
  const instrument = market();
  act(() => place.root.render(<Ticket instrument={instrument} />));
  const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  act(() => {
    typed.call(field(), '66000');
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
  last(instrument.info.id, 6_699_121);
  expect(field().value).toBe('66000');
});
