// The share image of an invitation: name, texts, invite code and QR code, drawn on a canvas.
import { SHARE_COLORS, MIDDLE, prepareShareImage, drawTextLine } from '../../components/common/share-image.tsx';
import { qrModules } from '../../components/common/qr-image.tsx';

const QR_PX = 420;

export interface InviteImage {
  name: string;
  /** `title` and `text` are one line each. */
  title: string;
  text: string;
  codeLabel: string;
  code: string;
  /** Encoded in the QR code. */
  link: string;
}

/** Draws the image and sets the canvas to its size. */
export function drawInviteImage(canvas: HTMLCanvasElement, image: InviteImage): void {
  const pen = prepareShareImage(canvas);
  if (!pen) return;
  drawTextLine(pen, image.name, 116, { px: 64, weight: 800, colour: SHARE_COLORS.text });
  drawTextLine(pen, image.title, 210, { px: 44, weight: 700, colour: SHARE_COLORS.text });
  drawTextLine(pen, image.text, 268, { px: 28, weight: 400, colour: SHARE_COLORS.soft });
  drawQr(pen, image.link, MIDDLE - QR_PX / 2, 336);
  drawTextLine(pen, image.codeLabel, 846, { px: 28, weight: 400, colour: SHARE_COLORS.soft });
  drawTextLine(pen, image.code, 918, { px: 60, weight: 800, colour: SHARE_COLORS.text });
  drawTextLine(pen, image.link.replace(/^https?:\/\//, ''), 1000, { px: 24, weight: 400, colour: SHARE_COLORS.soft });
}

function drawQr(pen: CanvasRenderingContext2D, text: string, left: number, top: number): void {
  const rows = qrModules(text);
  // Modules of whole pixels: fractions leave seams that disturb scanners.
  const step = Math.floor(QR_PX / rows.length);
  const inset = Math.floor((QR_PX - step * rows.length) / 2);
  pen.fillStyle = SHARE_COLORS.paper;
  pen.beginPath();
  pen.roundRect(left, top, QR_PX, QR_PX, 24);
  pen.fill();
  pen.fillStyle = SHARE_COLORS.modules;
  rows.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) pen.fillRect(left + inset + x * step, top + inset + y * step, step, step);
    }),
  );
}
