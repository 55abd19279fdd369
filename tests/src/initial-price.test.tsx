// @vitest-environment happy-dom
// The price that a ticket begins with: filled in when it comes, and never under a hand that has come before it.
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { TICKER_FIELD as F } from '../../core/worker-protocol/worker-protocol.ts';
import { useInitialPrice } from '../../src/components/ticket/initial-price.ts';
import { applyTickers } from '../../src/stores/market/tickers.ts';
import { NumberField } from '../../src/ui/fields/number-field.tsx';
import { btcInfo } from './features/btc-market.ts';
import { mounted } from '../support/mounted.ts';

const place = mounted();
let id = 9_000;

/** A market whose price is not known yet. */
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

it('is the first last price, once', () => {
  const instrument = market();
  act(() => place.root.render(<Ticket instrument={instrument} />));
  expect(field().value).toBe('');
  last(instrument.info.id, 6_699_121);
  expect(field().value).toBe('66991.21');
  last(instrument.info.id, 6_699_122);
  expect(field().value).toBe('66991.21');
});

it('is not put under a hand that is already there', () => {
  const instrument = market();
  act(() => place.root.render(<Ticket instrument={instrument} />));
  act(() => field().focus());
  last(instrument.info.id, 6_699_121);
  expect(field().value).toBe('');
});

it('comes again with another market', () => {
  const [before, after] = [market(), market()];
  act(() => place.root.render(<Ticket instrument={before} />));
  act(() => field().focus());
  act(() => place.root.render(<Ticket instrument={after} />));
  last(after.info.id, 350_012);
  expect(field().value).toBe('3500.12');
});

it('is not put over one that is typed already', () => {
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
