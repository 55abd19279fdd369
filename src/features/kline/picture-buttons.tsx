// Save picture and share: the chart as it stands, with its market, interval and time written on it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartInterval } from '../../../contract/time.ts';
import { dateTimeText } from '../../i18n/format.ts';
import { serverNow } from '../../state/link.ts';
import { showToast } from '../../state/toast.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { readChartTheme } from './chart-theme.ts';
import { captionPicture, pictureName, savePicture, sharePicture } from './picture.ts';

export interface PictureButtonsProps {
  /** Whose picture is taken; null while there is none. */
  chart: { snapshot(): Promise<Blob> } | null;
  /** "BTC/USDT". */
  pair: string;
  interval: ChartInterval;
}

export function PictureButtons({ chart, pair, interval }: PictureButtonsProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const take = async (give: (picture: Blob, name: string) => Promise<string> | string): Promise<void> => {
    if (!chart) return;
    setBusy(true);
    try {
      const facts = { symbol: pair, interval, time: dateTimeText(serverNow()) };
      const picture = await captionPicture(await chart.snapshot(), facts, readChartTheme(document.documentElement), window.devicePixelRatio);
      if (await give(picture, pictureName(facts)) === 'saved') showToast(t('picture.saved'));
    } catch (cause) {
      console.warn('no picture', cause);
      showToast(t('picture.failed'), 'error');
    }
    setBusy(false);
  };
  const save = (picture: Blob, name: string): string => {
    savePicture(picture, name);
    return 'saved';
  };
  const disabled = busy || !chart;
  return (
    <>
      <IconButton label={t('picture.save')} disabled={disabled} onClick={() => void take(save)}><Icon name="deposit" size={20} /></IconButton>
      <IconButton label={t('picture.share')} disabled={disabled} onClick={() => void take((picture, name) => sharePicture(picture, name, t('picture.title', { pair, interval })))}>
        <Icon name="withdraw" size={20} />
      </IconButton>
    </>
  );
}
