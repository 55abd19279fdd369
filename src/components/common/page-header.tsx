// Header of a sub-page: back, or home where there is no history.
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { NavBar } from '../../ui/nav-bar.tsx';

export function PageHeader({ title, trailing }: { title: ReactNode; trailing?: ReactNode }) {
  const { t } = useTranslation();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = (): void => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: '/pages/tabbar/home' });
  };
  return <NavBar title={title} onBack={back} backLabel={t('app.back')} trailing={trailing} />;
}
