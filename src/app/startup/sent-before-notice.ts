// Toast about an order that was under way when the page was reloaded, or when the session ended: whether it was placed.
import { SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import { CallError, FAILURE, call } from '../../api/call.ts';
import { pause, submitIdempotent } from '../../api/order-submission.ts';
import { SENT_PREFIX, ORDER_PATHS, isOwnRecord, settleSubmission } from '../../hooks/submissions.ts';
import { loadNamespaces } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { appRouter } from '../routing/router.tsx';

/** As long as the card of a result. */
const SHOWN_MS = 8_000;

/** Called at the start of a session. Nothing is sent again: an order is only looked up. */
export async function noticeSentBefore(): Promise<void> {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(SENT_PREFIX));
  await Promise.all(names.map(lookUp));
}

async function lookUp(name: string): Promise<void> {
  const record = sessionStorage.getItem(name) ?? '';
  const [kind] = record.split(' ');
  if (kind !== 'spot' && kind !== 'contract') return;
  if (!isOwnRecord(record)) return sessionStorage.removeItem(name);
  const clientNo = name.slice(SENT_PREFIX.length);
  // Its answer is gone with the page.
  const unanswered = (): Promise<never> => Promise.reject(new CallError(FAILURE.network, ''));
  const query = ORDER_PATHS[kind].query;
  const result = await submitIdempotent(unanswered, (options) => call(query, { clientNo }, options), {
    wait: pause,
    onChecking: () => undefined,
  });
  if (result.kind === 'refused' || result.kind === 'left') return undefined;
  sessionStorage.removeItem(name);
  settleSubmission(clientNo);
  await loadNamespaces(['market']);
  const t = translate();
  if (result.kind === 'lost') return showToast(t('trade.lost'), 'error', SHOWN_MS);
  const { id, symbol, status } = result.answer;
  const ended = kind === 'spot' && status >= SPOT_STATUS.cancelled;
  return showToast(`${symbol} · ${ended ? t(`orders.status${status}`) : t('ticket.placed')}`, 'info', SHOWN_MS, {
    label: t('ticket.view'),
    run: () => void appRouter().navigate({ to: '/pages/order/orderInfo', search: { type: kind, id } }),
  });
}
