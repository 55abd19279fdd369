// The poster of an invitation: name, words, code and QR code, drawn on a canvas so that it can be saved and shared as a
// picture.
import { INK, MIDDLE, beginShareImage, drawTextLine } from '../../components/common/share-image.tsx';
import { qrModules } from '../../components/common/qr-image.tsx';

const QR_PX = 420;

export interface InviteImage {
  name: string;
  /** One line each. */
  title: string;
  text: string;
  codeLabel: string;
  code: string;
  /** What the QR code says. */
  link: string;
}

/** Draws over the whole canvas, which gets the poster's size. */
export function drawInviteImage(canvas: HTMLCanvasElement, image: InviteImage): void {
  const pen = beginShareImage(canvas);
  if (!pen) return;
  drawTextLine(pen, image.name, 116, 64, INK.text, 800);
  drawTextLine(pen, image.title, 210, 44, INK.text, 700);
  drawTextLine(pen, image.text, 268, 28, INK.soft, 400);
  qr(pen, image.link, MIDDLE - QR_PX / 2, 336);
  drawTextLine(pen, image.codeLabel, 846, 28, INK.soft, 400);
  drawTextLine(pen, image.code, 918, 60, INK.text, 800);
  drawTextLine(pen, image.link.replace(/^https?:\/\//, ''), 1000, 24, INK.soft, 400);
}

function qr(pen: CanvasRenderingContext2D, text: string, left: number, top: number): void {
  const rows = qrModules(text);
  // Whole px for each module, or cameras see seams.
  const step = Math.floor(QR_PX / rows.length);
  const inset = Math.floor((QR_PX - step * rows.length) / 2);
  pen.fillStyle = INK.paper;
  pen.beginPath();
  pen.roundRect(left, top, QR_PX, QR_PX, 24);
  pen.fill();
  pen.fillStyle = INK.modules;
  rows.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) pen.fillRect(left + inset + x * step, top + inset + y * step, step, step);
    }),
  );
}
