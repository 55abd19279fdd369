// A page that is not built yet: its title, and that it is coming.
import { useMatches } from '@tanstack/react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageBar } from '../../cells/page-bar.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';

export function LaterPage() {
  const { t } = useTranslation();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <>
      <PageBar title={t(title ?? 'app.name')} />
      <main><NoticeCard title={t('app.later')} /></main>
    </>
  );
}
