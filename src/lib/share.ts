// Shares a text with the device's share sheet, or copies it where there is none.

/** What a share sheet or a clipboard gets. */
export interface ShareWords {
  title: string;
  text: string;
  url: string;
}

/** Whether this device has a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** "Try it with my code: https://...": what is copied. */
const copied = ({ text, url }: ShareWords): string => `${text} ${url}`;

/**
 * Opens the share sheet, with `file` where the device shares files. Without a sheet, or where it fails, the text and
 * the link are copied. 'cancelled': the user closed the sheet. Rejects where copying is refused as well. Call it in a
 * user's gesture.
 */
export async function shareOrCopy(words: ShareWords, file?: File): Promise<'shared' | 'copied' | 'cancelled'> {
  if (canShare())
    try {
      await navigator.share(
        file && navigator.canShare?.({ files: [file] }) ? { ...words, files: [file] } : { ...words },
      );
      return 'shared';
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return 'cancelled';
      console.warn('share failed', cause);
    }
  await navigator.clipboard.writeText(copied(words));
  return 'copied';
}
