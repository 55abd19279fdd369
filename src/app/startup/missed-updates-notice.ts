// Says what became of orders while the feed was away, with the way to them.
import { loadWords } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { findMissedUpdates } from '../../stores/account/missed-updates.ts';
import { languageCode } from '../../stores/device/language.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { router } from '../routing/router.tsx';

/** Long enough to be read by someone who just took the phone out. */
const SHOWN_MS = 12_000;
const KINDS = ['filled', 'cancelled', 'closed'] as const;

/** To be called at a private reset, before anything is fetched again. */
export async function notifyMissedUpdates(): Promise<void> {
  const away = await findMissedUpdates();
  if (!away) return;
  await loadWords(['status']);
  const t = translate();
  const parts = KINDS.filter((kind) => away[kind] > 0).map((kind) => t(`status.away.${kind}`, { count: away[kind] }));
  const what = new Intl.ListFormat(languageCode(), { type: 'conjunction' }).format(parts);
  showToast(t('status.away', { what }), 'info', SHOWN_MS, {
    label: t('status.awayShow'),
    run: () => void router.navigate({ to: '/pages/order/myOrder' }),
  });
}
