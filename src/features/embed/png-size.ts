// A PNG read from outside: its size, and the picture as a text that any page can keep.

/** Bytes up to the end of width and height: signature, chunk length and name, the two numbers. */
const HEAD_BYTES = 24;

/** Size in pixels, from the picture's own head. Throws Error for what is no PNG. */
export async function pngSize(png: Blob): Promise<{ widthPx: number; heightPx: number }> {
  const head = new DataView(await png.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.byteLength < HEAD_BYTES || head.getUint32(0) !== 0x89504e47) throw new Error('the picture is no PNG');
  return { widthPx: head.getUint32(16), heightPx: head.getUint32(20) };
}

/** "data:image/png;base64,...". */
export function dataUrlOf(png: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture could not be read')));
    reader.readAsDataURL(png);
  });
}
