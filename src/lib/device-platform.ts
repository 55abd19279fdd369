// Detection of the device's platform, where a page depends on it.

/** iPhone, iPod or iPad; newer iPads identify as a Mac with a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
