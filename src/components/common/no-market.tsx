// Card of a page whose address names a market that is not there, with the way to those that are.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';

export function NoMarket({ title }: { title?: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toMarkets = (
    <Button kind="primary" onClick={() => void navigate({ to: '/pages/markets/index' })}>
      {t('kline.allMarkets')}
    </Button>
  );
  return <NoticeCard title={title ?? t('kline.noMarket')} action={toMarkets} />;
}
