// SVG path of a sparkline.

/**
 * SVG path of `closes` in a box of `width` by `height`, one decimal; a horizontal line in the middle when all are
 * equal, '' below two closes.
 */
export function sparkPath(closes: readonly number[], width: number, height: number): string {
  if (closes.length < 2) return '';
  const low = Math.min(...closes);
  const span = Math.max(...closes) - low;
  const stepX = width / (closes.length - 1);
  return closes
    .map((close, index) => {
      const y = span > 0 ? height - ((close - low) / span) * height : height / 2;
      return `${index === 0 ? 'M' : 'L'}${(index * stepX).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
