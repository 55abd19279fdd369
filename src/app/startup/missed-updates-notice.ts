// Toast about orders that changed while the feed was disconnected, with a link to them.
import { loadNamespaces } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { findMissedUpdates } from '../../stores/account/missed-updates.ts';
import { languageCode } from '../../stores/device/language.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { appRouter } from '../routing/router.tsx';

/** Long enough for a user who has just unlocked the phone. */
const SHOWN_MS = 12_000;
const KINDS = ['filled', 'cancelled', 'closed'] as const;

/** Called when the account data is invalidated, before it is fetched again. */
export async function notifyMissedUpdates(): Promise<void> {
  const missed = await findMissedUpdates();
  if (!missed) return;
  await loadNamespaces(['status']);
  const t = translate();
  const parts = KINDS.filter((kind) => missed[kind] > 0).map((kind) =>
    t(`status.away.${kind}`, { count: missed[kind] }),
  );
  const what = new Intl.ListFormat(languageCode(), { type: 'conjunction' }).format(parts);
  showToast(t('status.away', { what }), 'info', SHOWN_MS, {
    label: t('status.awayShow'),
    run: () => void appRouter().navigate({ to: '/pages/order/myOrder' }),
  });
}
