// Buttons that save or share an image of the chart.
import { useState } from 'react';
import { intervalName } from '../../../../core/units/bar-interval.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { ChartInterval } from '../../../../core/units/time.ts';
import { dateTimeText } from '../../../lib/date-format.ts';
import { serverNow } from '../../../stores/market/connection.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { IconButton } from '../../../ui/button.tsx';
import { readChartTheme } from '../../../lib/chart-theme.ts';
import { ChartIcon } from '../chart-icons.tsx';
import { addCaption, imageFileName, saveImage, shareImage } from './chart-image.ts';

export interface ImageButtonProps {
  /** Its chart is captured; null before it is mounted, as the chart. */
  controller: { readonly chart: { snapshot(): Promise<Blob> } | null } | null;
  /** "BTC/USDT". */
  pair: string;
  interval: ChartInterval;
}

export function SaveImageButton(props: ImageButtonProps) {
  const { t } = useTranslation();
  const { busy, capture } = useChartImage(props);
  return (
    <IconButton label={t('picture.save')} disabled={busy || !props.controller} onClick={() => void capture(saveImage)}>
      <ChartIcon name="save" size={20} />
    </IconButton>
  );
}

export function ShareImageButton(props: ImageButtonProps) {
  const { t } = useTranslation();
  const { busy, capture } = useChartImage(props);
  const { pair, interval } = props;
  const share = (picture: Blob, name: string): ReturnType<typeof shareImage> =>
    shareImage(picture, name, t('picture.title', { pair, interval: intervalName(interval) }));
  return (
    <IconButton label={t('picture.share')} disabled={busy || !props.controller} onClick={() => void capture(share)}>
      <ChartIcon name="share" size={20} />
    </IconButton>
  );
}

type DeliverImage = (picture: Blob, name: string) => Promise<string> | string;

/** Captures the chart, passes the image on and shows the outcome as a toast. */
function useChartImage({ controller, pair, interval }: ImageButtonProps): {
  busy: boolean;
  capture: (deliver: DeliverImage) => Promise<void>;
} {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const capture = async (deliver: DeliverImage): Promise<void> => {
    setBusy(true);
    try {
      if (!controller?.chart) throw new Error('chart not mounted');
      const texts = { symbol: pair, interval: intervalName(interval), time: dateTimeText(serverNow()) };
      const picture = await addCaption(
        await controller.chart.snapshot(),
        texts,
        readChartTheme(document.documentElement),
        window.devicePixelRatio,
      );
      if ((await deliver(picture, imageFileName(texts))) === 'saved') showToast(t('picture.saved'));
    } catch (cause) {
      console.warn('chart image failed', cause);
      showToast(t('picture.failed'), 'error');
    }
    setBusy(false);
  };
  return { busy, capture };
}
