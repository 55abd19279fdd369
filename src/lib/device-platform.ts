// What device this is, where a screen depends on it.

/** iPhone, iPod or iPad; newer iPads call themselves a Mac that has a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
