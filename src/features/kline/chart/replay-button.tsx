// The button that opens the replay of a market, which is a document of its own.
import { useTranslation } from '../../../locales/use-translation.ts';
import { REPLAY_MARKET } from '../../../lib/replay-address.ts';
import { IconButton } from '../../../ui/button.tsx';
import { ChartIcon } from '../chart-icons.tsx';

export function ReplayButton({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  const open = (): void => window.location.assign(`${REPLAY_MARKET}?coinInfoId=${coinInfoId}`);
  return (
    <IconButton label={t('chart.replay')} onClick={open} data-testid="replay-market">
      <ChartIcon name="replay" size={20} />
    </IconButton>
  );
}
