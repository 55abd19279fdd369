// What visitors see in place of their orders: one order with made-up figures, and the ways in.
import { LoginCard } from '../../components/common/async-states.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { moneyText, separate } from '../../stores/market/number-format.ts';

export function ExampleOrder({ back }: { back: string }) {
  const { t } = useTranslation();
  return (
    <LoginCard
      title={t('orders.loginTitle')}
      back={back}
      example={[
        [t('order.market'), `BTC/USDT · ${t('trade.buy')} · ${t('order.type.limit')}`],
        [t('trade.price'), `${moneyText('66800')} USDT`],
        [t('trade.amount'), `${separate('0.02500')} BTC`],
        [t('orders.dealt'), `${separate('0.02500')} BTC`],
        [t('orders.feePaid'), `${separate('0.00002500')} BTC`],
      ]}
    />
  );
}
