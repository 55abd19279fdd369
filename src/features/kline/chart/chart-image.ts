// An image of the chart with a caption, shared where the device supports it, else saved as a file.
import type { ChartTheme } from '../../../../chart/api.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** Texts of the caption. */
export interface CaptionTexts {
  /** "BTC/USDT". */
  symbol: string;
  interval: string;
  /** Formatted time of the snapshot. */
  time: string;
}

/** Caption: height, margins and font sizes in CSS px. */
const CAPTION_PX = 36;
const MARGIN_PX = 12;
const LARGE_PX = 15;
const SMALL_PX = 12;
const BRAND = 'DeFi';

/**
 * Returns `snapshot` (PNG, device px) with the caption above it. Rejects when `snapshot` cannot be
 * decoded or encoded.
 */
export async function addCaption(
  snapshot: Blob,
  texts: CaptionTexts,
  theme: ChartTheme,
  pixelRatio: number,
): Promise<Blob> {
  const chart = await createImageBitmap(snapshot);
  const canvas = document.createElement('canvas');
  const captionPx = Math.round(CAPTION_PX * pixelRatio);
  canvas.width = chart.width;
  canvas.height = chart.height + captionPx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D context');
  context.fillStyle = theme.bg;
  context.fillRect(0, 0, canvas.width, captionPx);
  context.drawImage(chart, 0, captionPx);
  chart.close();
  drawCaption(context, texts, theme, pixelRatio);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('image encoding failed'))), 'image/png');
  });
}

function drawCaption(
  context: CanvasRenderingContext2D,
  { symbol, interval, time }: CaptionTexts,
  theme: ChartTheme,
  pixelRatio: number,
): void {
  const { width: widthPx } = context.canvas;
  const middle = (CAPTION_PX / 2) * pixelRatio;
  const margin = MARGIN_PX * pixelRatio;
  /** Draws a text at `x` and returns its width, both in device px. */
  const write = (text: string, x: number, sizePx: number, weight: number, color: string): number => {
    context.font = `${weight} ${Math.round(sizePx * pixelRatio)}px ${theme.fontFamily}`;
    context.fillStyle = color;
    context.fillText(text, x, middle);
    return context.measureText(text).width;
  };
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const symbolWidth = write(symbol, margin, LARGE_PX, 700, theme.text);
  write(interval, margin + symbolWidth + margin / 2, SMALL_PX, 400, theme.text2);
  context.textAlign = 'right';
  const brandWidth = write(BRAND, widthPx - margin, SMALL_PX, 700, theme.accent);
  write(time, widthPx - margin * 1.5 - brandWidth, SMALL_PX, 400, theme.text2);
}

/** File name: "BTC-USDT-15m-2026-11-21-07-50-10.png". */
export function imageFileName({ symbol, interval, time }: CaptionTexts): string {
  return `${[symbol, interval, time].join('-').replace(/[^A-Za-z0-9]+/g, '-')}.png`;
}

/** Downloads the image. */
export function saveImage(picture: Blob, name: string): 'saved' {
  saveFile(name, picture, picture.type);
  return 'saved';
}

/** Whether this device can share image files. */
function canShareImages(): boolean {
  return navigator.canShare?.({ files: [new File([], 'a.png', { type: 'image/png' })] }) ?? false;
}

/**
 * Shares the image, or downloads it where sharing is not possible. 'cancelled': the user closed the
 * share dialog.
 */
export async function shareImage(
  picture: Blob,
  name: string,
  title: string,
): Promise<'shared' | 'saved' | 'cancelled'> {
  const files = [new File([picture], name, { type: 'image/png' })];
  try {
    if (canShareImages()) {
      await navigator.share({ files, title });
      return 'shared';
    }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return 'cancelled';
    console.warn('image share failed', cause);
  }
  return saveImage(picture, name);
}
