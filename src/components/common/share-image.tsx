// A picture to share: its ground and its lines, how it is handed to another app or saved, and the block that shows it.
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../lib/save-file.ts';
import styles from '../market/market-cells.module.css';

/** Size of the picture in px, fit for a phone's screen and for a story. */
const IMAGE = { width: 720, height: 1080 } as const;
export const MIDDLE = IMAGE.width / 2;
const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang TC', 'Microsoft JhengHei', sans-serif";
/** A poster looks the same whatever the theme: it leaves the app. */
export const INK = {
  ground: '#0b1730',
  glow: '#1d4fb8',
  text: '#ffffff',
  soft: '#b9c8e6',
  paper: '#ffffff',
  modules: '#000000',
} as const;

/** Gives the canvas its size and its ground; null where the browser draws none. */
export function beginShareImage(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  canvas.width = IMAGE.width;
  canvas.height = IMAGE.height;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const ground = pen.createRadialGradient(MIDDLE, 120, 40, MIDDLE, 320, 900);
  ground.addColorStop(0, INK.glow);
  ground.addColorStop(1, INK.ground);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, IMAGE.width, IMAGE.height);
  pen.textAlign = 'center';
  return pen;
}

/** A line in the middle; words that are too long for the poster become smaller. */
export function drawTextLine(
  pen: CanvasRenderingContext2D,
  text: string,
  y: number,
  px: number,
  colour: string,
  weight: number,
): void {
  const room = IMAGE.width - 80;
  pen.font = `${weight} ${px}px ${FONT}`;
  const wide = pen.measureText(text).width;
  if (wide > room) pen.font = `${weight} ${Math.floor((px * room) / wide)}px ${FONT}`;
  pen.fillStyle = colour;
  pen.fillText(text, MIDDLE, y);
}

/** The picture as a PNG file. Throws Error where the browser makes none. */
async function shareImageFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the poster could not be made');
  return new File([blob], name, { type: 'image/png' });
}

export interface ShareImageProps {
  /** Draws the whole picture; keeps its identity while the picture stays the same. */
  draw: (canvas: HTMLCanvasElement) => void;
  fileName: string;
  /** What is to be seen, in words. */
  label: string;
  /** What goes with the picture when it is shared. */
  words: ShareData;
}

/** The picture with its ways out: saved, or shared where the device can. */
export function ShareImage({ draw, fileName, label, words }: ShareImageProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current);
  }, [draw]);
  const withFile = (use: (file: File) => Promise<void> | void): void => {
    if (!canvas.current) return;
    shareImageFile(canvas.current, fileName)
      .then(use)
      .catch((cause: unknown) => {
        // Closing the system's sheet without choosing is no failure.
        if (cause instanceof DOMException && cause.name === 'AbortError') return;
        console.warn('the poster could not be handed out', cause);
        showToast(t('app.failed'), 'error');
      });
  };
  const share = (): void =>
    withFile(async (file) => {
      await navigator.share(navigator.canShare?.({ files: [file] }) ? { ...words, files: [file] } : words);
    });
  const canShare = typeof navigator.share === 'function';
  return (
    <>
      <canvas ref={canvas} className={styles.poster} role="img" aria-label={label} data-testid="poster" />
      <div className={canShare ? styles.split : undefined}>
        <Button
          wide
          kind="primary"
          onClick={() => withFile((file) => saveFile(fileName, file, file.type))}
          data-testid="poster-save"
        >
          {t('app.savePicture')}
        </Button>
        {canShare && (
          <Button wide onClick={share}>
            {t('app.share')}
          </Button>
        )}
      </div>
    </>
  );
}
