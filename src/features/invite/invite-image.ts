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
  drawTextLine(pen, image.name, 116, 64, SHARE_COLORS.text, 800);
  drawTextLine(pen, image.title, 210, 44, SHARE_COLORS.text, 700);
  drawTextLine(pen, image.text, 268, 28, SHARE_COLORS.soft, 400);
  drawQr(pen, image.link, MIDDLE - QR_PX / 2, 336);
  drawTextLine(pen, image.codeLabel, 846, 28, SHARE_COLORS.soft, 400);
  drawTextLine(pen, image.code, 918, 60, SHARE_COLORS.text, 800);
  drawTextLine(pen, image.link.replace(/^https?:\/\//, ''), 1000, 24, SHARE_COLORS.soft, 400);
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
