// A picture of the chart to take along: what it shows written above it, then shared where the device can, or saved as a
// file.
import type { ChartTheme } from '../../../../chart/api.ts';

/** What is written above the chart. */
export interface PictureFacts {
  /** "BTC/USDT". */
  symbol: string;
  interval: string;
  /** When it was taken, in words. */
  time: string;
}

/** Height of the line above the chart, its margins and its letters, in CSS px. */
const LINE_PX = 36;
const MARGIN_PX = 12;
const LARGE_PX = 15;
const SMALL_PX = 12;
const BRAND = 'DeFi';

/**
 * `snapshot` (PNG, device px) with a line above it that says market, interval and time. Rejects when it is no picture.
 */
export async function captionPicture(
  snapshot: Blob,
  facts: PictureFacts,
  theme: ChartTheme,
  pixelRatio: number,
): Promise<Blob> {
  const chart = await createImageBitmap(snapshot);
  const canvas = document.createElement('canvas');
  const linePx = Math.round(LINE_PX * pixelRatio);
  canvas.width = chart.width;
  canvas.height = chart.height + linePx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.fillStyle = theme.bg;
  context.fillRect(0, 0, canvas.width, linePx);
  context.drawImage(chart, 0, linePx);
  chart.close();
  writeLine(context, facts, theme, pixelRatio, canvas.width);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the picture could not be made'))), 'image/png');
  });
}

function writeLine(
  context: CanvasRenderingContext2D,
  { symbol, interval, time }: PictureFacts,
  theme: ChartTheme,
  pixelRatio: number,
  widthPx: number,
): void {
  const middle = (LINE_PX / 2) * pixelRatio;
  const margin = MARGIN_PX * pixelRatio;
  /** Writes at `x` and answers how far that reached. */
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

/** "BTC-USDT-15m-2026-11-21-07-50-10.png". */
export function pictureName({ symbol, interval, time }: PictureFacts): string {
  return `${[symbol, interval, time].join('-').replace(/[^A-Za-z0-9]+/g, '-')}.png`;
}

/** Saves the picture among the downloads. */
export function savePicture(picture: Blob, name: string): 'saved' {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken the picture by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
  return 'saved';
}

/** Whether this device hands pictures to other apps. */
function canSharePictures(): boolean {
  return navigator.canShare?.({ files: [new File([], 'a.png', { type: 'image/png' })] }) ?? false;
}

/** Hands the picture to another app; saves it where there is no way to. 'cancelled': the user changed their mind. */
export async function sharePicture(
  picture: Blob,
  name: string,
  title: string,
): Promise<'shared' | 'saved' | 'cancelled'> {
  const files = [new File([picture], name, { type: 'image/png' })];
  try {
    if (canSharePictures()) {
      await navigator.share({ files, title });
      return 'shared';
    }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return 'cancelled';
    console.warn('the picture cannot be shared, it is saved', cause);
  }
  return savePicture(picture, name);
}
