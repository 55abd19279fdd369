// Save picture and share: the chart as it stands, with its market, interval and time written on it.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { ChartInterval } from '../../../../core/units/time.ts';
import { dateTimeText } from '../../../lib/date-format.ts';
import { serverNow } from '../../../stores/market/connection.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { readChartTheme } from '../../../lib/chart-theme.ts';
import { captionPicture, pictureName, savePicture, sharePicture } from './chart-picture.ts';

export interface PictureButtonProps {
  /** Whose chart is taken; it may have none yet. */
  controller: { readonly chart: { snapshot(): Promise<Blob> } | null };
  /** "BTC/USDT". */
  pair: string;
  interval: ChartInterval;
}

export function SavePictureButton(props: PictureButtonProps) {
  const { t } = useTranslation();
  const { busy, take } = usePicture(props);
  return (
    <IconButton label={t('picture.save')} disabled={busy} onClick={() => void take(savePicture)}>
      <Icon name="deposit" size={20} />
    </IconButton>
  );
}

export function SharePictureButton(props: PictureButtonProps) {
  const { t } = useTranslation();
  const { busy, take } = usePicture(props);
  const { pair, interval } = props;
  const share = (picture: Blob, name: string): ReturnType<typeof sharePicture> =>
    sharePicture(picture, name, t('picture.title', { pair, interval }));
  return (
    <IconButton label={t('picture.share')} disabled={busy} onClick={() => void take(share)}>
      <Icon name="withdraw" size={20} />
    </IconButton>
  );
}

type Give = (picture: Blob, name: string) => Promise<string> | string;

/** Takes the picture and gives it away; says what became of it. */
function usePicture({ controller, pair, interval }: PictureButtonProps): {
  busy: boolean;
  take: (give: Give) => Promise<void>;
} {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const take = async (give: Give): Promise<void> => {
    setBusy(true);
    try {
      if (!controller.chart) throw new Error('there is no chart yet');
      const facts = { symbol: pair, interval, time: dateTimeText(serverNow()) };
      const picture = await captionPicture(
        await controller.chart.snapshot(),
        facts,
        readChartTheme(document.documentElement),
        window.devicePixelRatio,
      );
      if ((await give(picture, pictureName(facts))) === 'saved') showToast(t('picture.saved'));
    } catch (cause) {
      console.warn('no picture', cause);
      showToast(t('picture.failed'), 'error');
    }
    setBusy(false);
  };
  return { busy, take };
}
