// The poster of an invitation: name, words, code and QR code, drawn on a canvas so that it can be saved and shared as a picture.
import { qrOf } from '../../../contract/qr.ts';

/** Size of the picture in px, fit for a phone's screen and for a story. */
export const POSTER = { width: 720, height: 1080 } as const;
const QR_PX = 420;
/** Empty modules around the code, which the standard asks for. */
const QUIET = 4;
const MIDDLE = POSTER.width / 2;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang TC', 'Microsoft JhengHei', sans-serif";
/** The poster looks the same whatever the theme: it leaves the app. */
const INK = { ground: '#0b1730', glow: '#1d4fb8', text: '#ffffff', soft: '#b9c8e6', paper: '#ffffff', modules: '#000000' } as const;

export interface Poster {
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
export function drawPoster(canvas: HTMLCanvasElement, poster: Poster): void {
  canvas.width = POSTER.width;
  canvas.height = POSTER.height;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const ground = pen.createRadialGradient(MIDDLE, 120, 40, MIDDLE, 320, 900);
  ground.addColorStop(0, INK.glow);
  ground.addColorStop(1, INK.ground);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, POSTER.width, POSTER.height);
  pen.textAlign = 'center';
  line(pen, poster.name, 116, 64, INK.text, 800);
  line(pen, poster.title, 210, 44, INK.text, 700);
  line(pen, poster.text, 268, 28, INK.soft, 400);
  qr(pen, poster.link, MIDDLE - QR_PX / 2, 336);
  line(pen, poster.codeLabel, 846, 28, INK.soft, 400);
  line(pen, poster.code, 918, 60, INK.text, 800);
  line(pen, poster.link.replace(/^https?:\/\//, ''), 1000, 24, INK.soft, 400);
}

/** Words that are too long for the poster become smaller. */
function line(pen: CanvasRenderingContext2D, text: string, y: number, px: number, colour: string, weight: number): void {
  const room = POSTER.width - 80;
  pen.font = `${weight} ${px}px ${FONT}`;
  const wide = pen.measureText(text).width;
  if (wide > room) pen.font = `${weight} ${Math.floor((px * room) / wide)}px ${FONT}`;
  pen.fillStyle = colour;
  pen.fillText(text, MIDDLE, y);
}

function qr(pen: CanvasRenderingContext2D, text: string, left: number, top: number): void {
  const { size, modules } = qrOf(text);
  // Whole px for each module, or cameras see seams.
  const step = Math.floor(QR_PX / (size + 2 * QUIET));
  const inset = Math.floor((QR_PX - step * size) / 2);
  pen.fillStyle = INK.paper;
  pen.beginPath();
  pen.roundRect(left, top, QR_PX, QR_PX, 24);
  pen.fill();
  pen.fillStyle = INK.modules;
  modules.forEach((dark, at) => {
    if (dark) pen.fillRect(left + inset + (at % size) * step, top + inset + Math.floor(at / size) * step, step, step);
  });
}

/** The picture as a PNG file. Throws Error where the browser makes none. */
export async function posterFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the poster could not be made');
  return new File([blob], name, { type: 'image/png' });
}
