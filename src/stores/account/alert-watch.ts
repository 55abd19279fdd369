// Price alerts of a visitor: watched by the worker on every page, notified once, in one tab.
import { effect } from '@preact/signals-react';
import { ALL_CHANNELS } from '../../../core/endpoints/alert.ts';
import type { PriceLevel } from '../../../core/worker-protocol/worker-protocol.ts';
import { printSteps } from '../../../core/units/units.ts';
import { type OpenView, openView } from '../../api/view-subscription.ts';
import { loadNamespaces } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { separate } from '../market/number-format.ts';
import { isTabLeader } from '../device/tab-leader.ts';
import { instrumentById } from '../market/instruments.ts';
import { notify } from '../device/notifications.ts';
import { onThreadEvent } from '../market/frame-receiver.ts';
import { stored } from '../device/storage.ts';
import { removeReached } from './alerts.ts';
import { isLoggedIn } from './session.ts';

const storedAlerts = stored('fxproAlerts');

/** Called once. Alerts of an account are evaluated by the exchange; nothing is watched here then. */
export function watchAlerts(): void {
  let open: OpenView | null = null;
  effect(() => {
    const levels = isLoggedIn.value ? [] : storedAlerts.value;
    if (levels.length === 0) {
      open?.close();
      open = null;
    } else if (open) open.change({ kind: 'alerts', levels });
    else open = openView({ kind: 'alerts', levels });
  });
  onThreadEvent((event) => {
    // Other tabs learn of it through the storage.
    if (event.kind === 'alertTriggered' && isTabLeader() && removeReached(event.level)) void notifyReached(event.level);
  });
}

async function notifyReached({ coinInfoId, priceTicks, above }: PriceLevel): Promise<void> {
  const instrument = instrumentById(coinInfoId);
  if (!instrument) return;
  await loadNamespaces(['alert']);
  const price = separate(printSteps(priceTicks, instrument.price, instrument.info.pricePrecision));
  const words = { pair: instrument.info.pair, price };
  notify({
    kind: 'alert',
    title: translate()('alert.hit', words),
    body: `${words.pair} ${above ? '≥' : '≤'} ${price}`,
    tag: `alert-${coinInfoId}-${priceTicks}`,
    link: `/pages/kline/kline?coinInfoId=${coinInfoId}`,
    channels: ALL_CHANNELS,
  });
}
