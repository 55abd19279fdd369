// Shrinks a picture to at most 1600 px and 400 KB of JPEG. Redrawing removes the camera's metadata.

/** Most bytes of the JPEG (docs/api.md 1). */
const MAX_BYTES = 400_000;
/** Longest edges in px, tried in turn: a picture of noise or leaves has too many bytes at the first. */
const EDGES_PX = [1600, 1100, 800];
const QUALITIES = [0.85, 0.75, 0.6, 0.45];
/**
 * Edge in px of the copy that is checked for blur, and the variance of second differences below which it is blurred.
 */
const SAMPLE_PX = 256;
const SHARP = 60;

export interface Shrunk {
  /** `image/jpeg;base64url,...` */
  wire: string;
  /** Data URL for an image element. */
  preview: string;
  /** The picture is probably blurred; the user should check it. */
  blurred: boolean;
}

/** Throws Error when the file is no picture or stays above the limit. */
export async function shrinkPicture(file: Blob): Promise<Shrunk> {
  const bitmap = await createImageBitmap(file);
  const jpeg = await smallJpeg(bitmap);
  const sample = drawScaled(bitmap, SAMPLE_PX, 3);
  bitmap.close();
  const preview = await dataUrl(jpeg);
  const base64 = preview.slice(preview.indexOf(',') + 1);
  const pixels = sample.getContext('2d')!.getImageData(0, 0, sample.width, sample.height);
  return {
    wire: `image/jpeg;base64url,${base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`,
    preview,
    blurred: sharpness(pixels.data, sample.width, sample.height) < SHARP,
  };
}

/** A copy whose edges are at most `edgePx` and at least `leastPx`. */
function drawScaled(bitmap: ImageBitmap, edgePx: number, leastPx = 1): HTMLCanvasElement {
  const scale = Math.min(1, edgePx / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((px) => Math.max(leastPx, Math.round(px * scale)));
  const canvas = document.createElement('canvas');
  canvas.width = width!;
  canvas.height = height!;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas context');
  // Transparent pixels would become black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function smallJpeg(bitmap: ImageBitmap): Promise<Blob> {
  for (const edgePx of EDGES_PX) {
    const canvas = drawScaled(bitmap, edgePx);
    for (const quality of QUALITIES) {
      const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
      if (jpeg && jpeg.size <= MAX_BYTES) return jpeg;
    }
  }
  throw new Error(`picture larger than ${MAX_BYTES} bytes`);
}

async function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('file read failed')));
    reader.readAsDataURL(blob);
  });
}

/**
 * Variance of the second differences of brightness: sharp pictures have hundreds, blurred ones a few dozen. `rgba` is
 * row-major, 4 bytes a pixel.
 */
export function sharpness(rgba: ArrayLike<number>, width: number, height: number): number {
  const luminance = (x: number, y: number): number => {
    const at = (y * width + x) * 4;
    return 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!;
  };
  let sum = 0;
  let squares = 0;
  const count = (width - 2) * (height - 2);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const edge =
        luminance(x - 1, y) + luminance(x + 1, y) + luminance(x, y - 1) + luminance(x, y + 1) - 4 * luminance(x, y);
      sum += edge;
      squares += edge * edge;
    }
  }
  return squares / count - (sum / count) ** 2;
}
