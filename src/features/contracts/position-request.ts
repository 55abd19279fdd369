// Which sheet of which position is open: the list of positions shows it, and the card after an order opens it.
import { type ReadonlySignal, effect, signal } from '@preact/signals-react';
import { heldContracts } from '../../stores/account/contract-orders.ts';
import { sessionToken } from '../../stores/account/session.ts';

export const POSITION_ACTIONS = ['triggers', 'margin', 'close', 'share'] as const;
/** An action on a position, opened as a sheet. */
export type PositionAction = (typeof POSITION_ACTIONS)[number];

interface PositionRequest {
  action: PositionAction;
  orderId: number;
}

const request = signal<PositionRequest | null>(null);
/** The open sheet, or null. */
export const positionRequest: ReadonlySignal<PositionRequest | null> = request;

export function openPositionSheet(action: PositionAction, orderId: number): void {
  request.value = { action, orderId };
}

export function closePositionSheet(): void {
  request.value = null;
}

// A sheet ends with its position, which may be closed by its stop-loss meanwhile.
effect(() => {
  const opened = request.value;
  if (opened && !heldContracts.value.some(({ id }) => id === opened.orderId)) closePositionSheet();
});

// A sheet ends with its session: after the next login it would open by itself, with other figures than were typed.
sessionToken.subscribe(closePositionSheet);
