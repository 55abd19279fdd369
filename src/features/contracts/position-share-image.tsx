// A position as an image to share, without amounts or account data.
// Pair, side, profit rate and prices.
import { useMemo } from 'react';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { SHARE_COLORS, ShareImage, prepareShareImage, drawTextLine } from '../../components/common/share-image.tsx';
import { dateTimeText } from '../../lib/date-format.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { cellsOf } from '../../stores/account/contract-orders.ts';
import { priceText } from '../../stores/market/figures.ts';
import { cutPercentText } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { serverNow } from '../../stores/market/connection.ts';
import styles from './contracts.module.css';

const GAIN = '#2ee6a0';
const LOSS = '#ff7a88';

/** The texts of the image. */
export interface PositionImageTexts {
  name: string;
  pair: string;
  side: string;
  rate: string;
  isGain: boolean;
  /** Label and figure. */
  figures: readonly (readonly [string, string])[];
  time: string;
}

function drawPosition(
  canvas: HTMLCanvasElement,
  { name, pair, side, rate, isGain, figures, time }: PositionImageTexts,
): void {
  const pen = prepareShareImage(canvas);
  if (!pen) return;
  // Signs precede their numbers in right-to-left languages too.
  pen.direction = 'ltr';
  drawTextLine(pen, name, 116, { px: 56, weight: 800, colour: SHARE_COLORS.text });
  drawTextLine(pen, pair, 260, { px: 60, weight: 700, colour: SHARE_COLORS.text });
  drawTextLine(pen, side, 326, { px: 36, weight: 600, colour: SHARE_COLORS.soft });
  drawTextLine(pen, `${isGain ? '↑' : '↓'} ${rate}`, 520, { px: 128, weight: 800, colour: isGain ? GAIN : LOSS });
  figures.forEach(([label, text], at) => {
    drawTextLine(pen, label, 660 + at * 150, { px: 28, weight: 400, colour: SHARE_COLORS.soft });
    drawTextLine(pen, text, 716 + at * 150, { px: 48, weight: 700, colour: SHARE_COLORS.text });
  });
  drawTextLine(pen, time, 1000, { px: 24, weight: 400, colour: SHARE_COLORS.soft });
}

/** A share image with the figures at the time of opening. */
export function PositionShareForm({ order }: { order: ContractOrder }) {
  const { t } = useTranslation();
  const lines = useMemo<PositionImageTexts>(() => {
    const { profitRate, markPrice } = cellsOf(order.id);
    const rate = profitRate.peek();
    return {
      name: t('app.name'),
      pair: instrumentById(order.coinInfoId)?.info.pair ?? order.symbol,
      side: `${t(`contracts.${order.direction}`)} ${order.multiple}x`,
      rate: `${rate.startsWith('-') ? '' : '+'}${cutPercentText(rate)}`,
      isGain: !rate.startsWith('-'),
      figures: [
        [t('contracts.entry'), priceText(order.openPrice, order.coinInfoId)],
        [t('contracts.mark'), priceText(markPrice.peek(), order.coinInfoId)],
      ],
      time: dateTimeText(serverNow()),
    };
  }, [order, t]);
  const draw = useMemo(() => (canvas: HTMLCanvasElement) => drawPosition(canvas, lines), [lines]);
  const url = new URL(`/pages/kline/kline?coinInfoId=${order.coinInfoId}`, location.origin).href;
  const shareText = `${lines.pair} ${lines.side} ${lines.rate}`;
  return (
    <div className={styles.sheet}>
      <ShareImage
        draw={draw}
        fileName={`${lines.pair.replace(/\W/g, '')}.png`}
        label={t('contracts.shareLabel', { position: shareText })}
        words={{ title: t('app.name'), text: shareText, url }}
      />
      <p className="hint">{t('contracts.shareText')}</p>
    </div>
  );
}
