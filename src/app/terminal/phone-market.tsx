// `/trade/...` on a phone: leads to the order page of the market.
import { Navigate, useParams } from '@tanstack/react-router';
import { PageHeader } from '../../components/common/page-header.tsx';
import { NoMarket } from '../../components/common/no-market.tsx';
import { bySymbol } from '../../features/terminal/market-symbol.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { instrumentsListed, markets } from '../../stores/market/instruments.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export function PhoneMarket() {
  const { t } = useTranslation();
  const { symbol = '' }: { symbol?: string } = useParams({ strict: false });
  const instrument = bySymbol(useSignalValue(markets), symbol);
  const loaded = useSignalValue(instrumentsListed);
  if (!instrument && !loaded) return <SkeletonRows rows={8} />;
  if (!instrument)
    return (
      <>
        <PageHeader title={t('nav.trade')} />
        <NoMarket />
      </>
    );
  const to = tradeKindOf(instrument) === 'contract' ? '/pages/tabbar/contracts' : '/pages/tabbar/trade';
  return <Navigate to={to} search={{ coinInfoId: instrument.info.id }} replace />;
}
