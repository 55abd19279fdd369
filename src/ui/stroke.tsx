// One icon as a line drawing: used alone, it brings no icon set along.

/** Path of the icon that closes what is open. */
export const CLOSE = 'M6 6l12 12M18 6L6 18';

export interface StrokeProps {
  /** Path data (`d`) on the grid. */
  path: string;
  /**
   * Edge in px.
   * @defaultValue 22
   */
  size?: number | undefined;
  filled?: boolean | undefined;
  /** Mirrored in right-to-left languages: for arrows that mean "back" or "forward". */
  mirrored?: boolean | undefined;
}

/** An icon used by one feature, in the style of the set. */
export function Stroke({ path, size = 22, filled, mirrored }: StrokeProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-mirrored={mirrored ? '' : undefined}
    >
      <path d={path} />
    </svg>
  );
}
