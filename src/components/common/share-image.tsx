// Image for sharing: background, text lines, preview, and buttons to save or share it.
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { type ShareWords, canShare, shareOrCopy } from '../../lib/share.ts';
import styles from '../market/market-cells.module.css';

/** Size of the image in px, fit for a phone's screen and for a story. */
const IMAGE = { width: 720, height: 1080 } as const;
export const MIDDLE = IMAGE.width / 2;
/** Colours do not follow the theme, as the image leaves the app. */
export const SHARE_COLORS = {
  ground: '#0b1730',
  glow: '#1d4fb8',
  text: '#ffffff',
  soft: '#b9c8e6',
  paper: '#ffffff',
  modules: '#000000',
} as const;

/** Sets the canvas size and paints the background; null where the browser has no 2D context. */
export function prepareShareImage(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  canvas.width = IMAGE.width;
  canvas.height = IMAGE.height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const ground = context.createRadialGradient(MIDDLE, 120, 40, MIDDLE, 320, 900);
  ground.addColorStop(0, SHARE_COLORS.glow);
  ground.addColorStop(1, SHARE_COLORS.ground);
  context.fillStyle = ground;
  context.fillRect(0, 0, IMAGE.width, IMAGE.height);
  context.textAlign = 'center';
  return context;
}

interface TextLook {
  px: number;
  weight: number;
  colour: string;
}

/** A centred line of text; shrunk when it is wider than the image. */
export function drawTextLine(
  context: CanvasRenderingContext2D,
  text: string,
  y: number,
  { px, weight, colour }: TextLook,
): void {
  const maxWidth = IMAGE.width - 80;
  const { fontFamily } = getComputedStyle(document.body);
  context.font = `${weight} ${px}px ${fontFamily}`;
  const wide = context.measureText(text).width;
  if (wide > maxWidth) context.font = `${weight} ${Math.floor((px * maxWidth) / wide)}px ${fontFamily}`;
  context.fillStyle = colour;
  context.fillText(text, MIDDLE, y);
}

/** The canvas as a PNG file. Throws Error when the browser cannot encode it. */
async function shareImageFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('share image encoding failed');
  return new File([blob], name, { type: 'image/png' });
}

export interface ShareImageProps {
  /** Draws the whole image; must be referentially stable while the image is the same. */
  draw: (canvas: HTMLCanvasElement) => void;
  fileName: string;
  /** Text alternative of the image. */
  label: string;
  /** Text and link shared with the image. */
  words: ShareWords;
}

/** Preview with buttons that save it and share it; where the device has no share sheet the text is copied. */
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
        console.warn('share image export failed', cause);
        showToast(t('app.failed'), 'error');
      });
  };
  const share = (): void =>
    withFile(async (file) => {
      if ((await shareOrCopy(words, file)) === 'copied') showToast(t('app.copied'), 'success');
    });
  return (
    <>
      <canvas ref={canvas} className={styles.shareImage} role="img" aria-label={label} data-testid="poster" />
      <div className={styles.split}>
        <Button
          wide
          kind="primary"
          onClick={() => withFile((file) => saveFile(fileName, file, file.type))}
          data-testid="poster-save"
        >
          {t('app.savePicture')}
        </Button>
        <Button wide onClick={share} data-testid="poster-share">
          {t(canShare() ? 'app.share' : 'app.copy')}
        </Button>
      </div>
    </>
  );
}
