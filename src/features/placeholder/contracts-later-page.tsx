// The contracts tab until contracts are built: its title, that it is coming, and the way to what can be traded now.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';

export function ContractsLaterPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <NavBar title={t('tab.contracts')} />
      <main>
        <NoticeCard
          icon={<Icon name="contracts" size={36} />}
          title={t('app.later')}
          text={t('later.contracts')}
          action={<Button kind="primary" onClick={() => void navigate({ to: '/pages/tabbar/trade' })}>{t('later.goSpot')}</Button>}
        />
      </main>
    </>
  );
}
