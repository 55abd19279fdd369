// Addresses out of texts that others wrote.

/** `text` as an absolute address, or null where it is none. Some browsers have no URL.parse and no URL.canParse. */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
