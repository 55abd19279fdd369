// Toast about a market worker that cannot be loaded, or that threw and sends nothing any more.
// Only a reload starts another one.
import { effect } from '@preact/signals-react';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { translate } from '../../locales/use-translation.ts';
import { connection, workerFailed } from '../../stores/market/connection.ts';
import { showToast } from '../../stores/ui/toast.ts';

/** A worker that threw and goes on sends something sooner. */
const GONE_MS = 5_000;
/** Until it is taken up: no price becomes live again. */
const SHOWN_MS = 86_400_000;

/** Called once. */
export function offerReload(): void {
  effect(() => {
    if (workerFailed.value) setTimeout(offer, GONE_MS);
  });
}

function offer(): void {
  if (connection.state.peek() !== LINK.closed) return;
  const t = translate();
  showToast(t('link.closed'), 'error', SHOWN_MS, { label: t('app.reload'), run: () => location.reload() });
}
