// The button that opens a chart in a window of its own.
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { ChartInterval } from '../../../../core/units/time.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { IconButton } from '../../../ui/button.tsx';
import { DESKTOP, useMedia } from '../../../ui/use-media.ts';
import { ChartIcon } from '../chart-icons.tsx';
import { openChartWindow } from './chart-window.ts';

export interface PopOutButtonProps {
  instrument: Instrument;
  interval: ChartInterval;
}

/** Only where the screen has room for two windows. */
export function PopOutButton({ instrument, interval }: PopOutButtonProps) {
  const { t } = useTranslation();
  const desktop = useMedia(DESKTOP);
  if (!desktop) return null;
  const open = (): void => {
    if (!openChartWindow(instrument.info.id, interval)) showToast(t('chart.popOutBlocked'), 'error');
  };
  return (
    <IconButton label={t('chart.popOut')} onClick={open} data-testid="pop-out">
      <ChartIcon name="popOut" size={20} />
    </IconButton>
  );
}
