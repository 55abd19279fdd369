// What visitors see in place of their orders: one order with made-up figures, and the ways in.
import { LoginCard } from '../../components/common/async-states.tsx';
import { useTranslation } from '../../locales/use-translation.ts';

export function ExampleOrder({ back }: { back: string }) {
  const { t } = useTranslation();
  return (
    <LoginCard
      title={t('orders.loginTitle')}
      back={back}
      example={[
        [t('order.market'), `BTC/USDT · ${t('trade.buy')} · ${t('order.type.limit')}`],
        [t('trade.price'), '66,800.00 USDT'],
        [t('trade.amount'), '0.02500 BTC'],
        [t('orders.dealt'), '0.02500 BTC'],
        [t('orders.feePaid'), '0.00002500 BTC'],
      ]}
    />
  );
}
