// Size of a PNG and its data URL.

/** Bytes up to the end of width and height: signature, chunk length and type, two numbers. */
const HEADER_BYTES = 24;

/** Size in px, from the PNG's header. Rejects for data that is no PNG. */
export async function pngSize(png: Blob): Promise<{ widthPx: number; heightPx: number }> {
  const header = new DataView(await png.slice(0, HEADER_BYTES).arrayBuffer());
  if (header.byteLength < HEADER_BYTES || header.getUint32(0) !== 0x89504e47) throw new Error('image is no PNG');
  return { widthPx: header.getUint32(16), heightPx: header.getUint32(20) };
}

/** "data:image/png;base64,...". */
export function dataUrlOf(png: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('image read failed')));
    reader.readAsDataURL(png);
  });
}
