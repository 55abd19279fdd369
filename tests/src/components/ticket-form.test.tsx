// @vitest-environment happy-dom
// A ticket sends its own order alone, and not when the form of one of its sheets is sent.
import { act } from 'react';
import { createPortal } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { TicketForm } from '../../../src/components/ticket/order-ticket.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();

it('is sent by its own form, and not by one in a sheet, as that of a stop order', async () => {
  const [order, stop] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const sheet = createPortal(
    <form
      id="stop"
      onSubmit={(event) => {
        event.preventDefault();
        stop();
      }}
    />,
    document.body,
  );
  const ticket = (
    <TicketForm onSubmit={order} submit={null}>
      {sheet}
    </TicketForm>
  );
  await act(async () => place.root.render(ticket));
  await act(async () => document.querySelector<HTMLFormElement>('form#stop')!.requestSubmit());
  expect([stop.mock.calls.length, order.mock.calls.length]).toEqual([1, 0]);
  await act(async () => place.host.querySelector('form')!.requestSubmit());
  expect([stop.mock.calls.length, order.mock.calls.length]).toEqual([1, 1]);
});
