// Commands of the trading terminal: order form, cancelling, markets, intervals.
import { useState } from 'react';
import { TIME_INTERVALS, isTimeInterval } from '../../../core/units/time.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { submitCall } from '../../api/submit-call.ts';
import { useCommand } from '../../components/common/commands.ts';
import { errorText } from '../../components/common/error-text.ts';
import { fillTicket } from '../../components/ticket/ticket-commands.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { cancelOrders } from '../../stores/account/cancel-orders.ts';
import { applyContract, waitingContracts } from '../../stores/account/contract-orders.ts';
import { openOrders } from '../../stores/account/spot-orders.ts';
import { stored } from '../../stores/device/storage.ts';
import { markets } from '../../stores/market/instruments.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { useLayouts } from './menu/use-layouts.ts';
import { paneLayout, showBook, showPanes, PANES } from './pane-sizes.ts';

/** Shows the order form where it is hidden, and focuses it: Enter then submits what it holds. */
function focusTicket(): void {
  const { hidden } = paneLayout.peek();
  if (hidden.includes('ticket')) showPanes(PANES.filter((pane) => pane === 'ticket' || !hidden.includes(pane)));
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-pane="ticket"]')?.focus());
}

function changeInterval(step: 1 | -1): void {
  const interval = stored('fxproInterval');
  const current = interval.peek();
  if (isTimeInterval(current)) interval.value = TIME_INTERVALS[TIME_INTERVALS.indexOf(current) + step] ?? current;
}

async function cancelAll(): Promise<void> {
  const waiting = waitingContracts.peek();
  await Promise.all([
    ...(openOrders.peek().length > 0 ? [cancelOrders('all')] : []),
    ...waiting.map(({ id }) =>
      submitCall('/coin/contract/order/close', { id }).then(({ list }) => list.forEach(applyContract)),
    ),
  ]);
}

export interface TerminalCommandsProps {
  instrument: Instrument;
  onMarket: (instrument: Instrument) => void;
}

/** Renders the confirmation of "cancel all" alone. */
export function TerminalCommands({ instrument, onMarket }: TerminalCommandsProps) {
  const { t } = useTranslation();
  const [count, setCount] = useState(0);
  const side = (to: Side): void => {
    fillTicket({ side: to });
    focusTicket();
  };
  const market = (step: 1 | -1): void => {
    const list = markets.peek().filter(({ info }) => info.type === instrument.info.type);
    const next = list[(list.indexOf(instrument) + step + list.length) % list.length];
    if (next) onMarket(next);
  };
  const confirmed = (): void => {
    setCount(0);
    cancelAll().then(
      () => showToast(t('orders.cancelled'), 'success'),
      (cause: unknown) => showToast(errorText(cause, t), 'error'),
    );
  };
  useLayouts();
  useCommand('buy', () => side('buy'));
  useCommand('sell', () => side('sell'));
  useCommand('share25', () => fillTicket({ percent: 25 }));
  useCommand('share50', () => fillTicket({ percent: 50 }));
  useCommand('share75', () => fillTicket({ percent: 75 }));
  useCommand('share100', () => fillTicket({ percent: 100 }));
  useCommand('ladder', () => showBook(paneLayout.peek().book === 'ladder' ? 'book' : 'ladder'));
  useCommand('nextMarket', () => market(1));
  useCommand('previousMarket', () => market(-1));
  useCommand('shorterInterval', () => changeInterval(-1));
  useCommand('longerInterval', () => changeInterval(1));
  useCommand('cancelAll', () => {
    const orders = openOrders.peek().length + waitingContracts.peek().length;
    if (orders === 0) showToast(t('orders.empty'), 'info');
    else setCount(orders);
  });
  return (
    <ConfirmSheet
      open={count > 0}
      title={t('orders.cancelAllAsk', { count })}
      text={t('orders.cancelAllText')}
      confirmLabel={t('orders.cancelAll')}
      cancelLabel={t('orders.keep')}
      closeLabel={t('app.close')}
      onConfirm={confirmed}
      onCancel={() => setCount(0)}
    />
  );
}
