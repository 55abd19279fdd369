// A position as a picture to share: what it is, how it stands and where it came from; nothing of the account, no
// amounts of money.
import { useMemo } from 'react';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { INK, ShareImage, beginShareImage, drawTextLine } from '../../components/common/share-image.tsx';
import { dateTimeText } from '../../lib/date-format.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { cellsOf } from '../../stores/account/contract-orders.ts';
import { separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { serverNow } from '../../stores/market/connection.ts';
import styles from './contracts.module.css';
import { percentText } from './position-figures.ts';

const GAIN = '#2ee6a0';
const LOSS = '#ff7a88';

/** What stands on the picture, line by line. */
export interface PositionLines {
  name: string;
  pair: string;
  side: string;
  rate: string;
  wins: boolean;
  /** Label and figure. */
  figures: readonly (readonly [string, string])[];
  time: string;
}

function drawPosition(canvas: HTMLCanvasElement, { name, pair, side, rate, wins, figures, time }: PositionLines): void {
  const pen = beginShareImage(canvas);
  if (!pen) return;
  // Signs stand before their numbers in every language.
  pen.direction = 'ltr';
  drawTextLine(pen, name, 116, 56, INK.text, 800);
  drawTextLine(pen, pair, 260, 60, INK.text, 700);
  drawTextLine(pen, side, 326, 36, INK.soft, 600);
  drawTextLine(pen, `${wins ? '▲' : '▼'} ${rate}`, 520, 128, wins ? GAIN : LOSS, 800);
  figures.forEach(([label, text], at) => {
    drawTextLine(pen, label, 660 + at * 150, 28, INK.soft, 400);
    drawTextLine(pen, text, 716 + at * 150, 48, INK.text, 700);
  });
  drawTextLine(pen, time, 1000, 24, INK.soft, 400);
}

/** The picture of a position as it stands when it is opened. */
export function PositionShare({ order }: { order: ContractOrder }) {
  const { t } = useTranslation();
  const lines = useMemo<PositionLines>(() => {
    const { profitRate, markPrice } = cellsOf(order.id);
    const rate = profitRate.peek();
    return {
      name: t('app.name'),
      pair: instrumentById(order.coinInfoId)?.info.pair ?? order.symbol,
      side: `${t(`contracts.${order.direction}`)} ${order.multiple}x`,
      rate: `${rate.startsWith('-') ? '' : '+'}${percentText(rate)}`,
      wins: !rate.startsWith('-'),
      figures: [
        [t('contracts.entry'), separate(order.openPrice)],
        [t('contracts.mark'), separate(markPrice.peek())],
      ],
      time: dateTimeText(serverNow()),
    };
  }, [order, t]);
  const draw = useMemo(() => (canvas: HTMLCanvasElement) => drawPosition(canvas, lines), [lines]);
  const words = `${lines.pair} ${lines.side} ${lines.rate}`;
  return (
    <div className={styles.sheet}>
      <ShareImage
        draw={draw}
        fileName={`${lines.pair.replace(/\W/g, '')}.png`}
        label={t('contracts.shareLabel', { position: words })}
        words={{ title: t('app.name'), text: words }}
      />
      <p className={styles.hint}>{t('contracts.shareText')}</p>
    </div>
  );
}
