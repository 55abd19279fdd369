// Placeholder shapes while loading, visible after 200 ms.
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Any CSS length. */
  width?: string | undefined;
  height?: string | undefined;
  round?: boolean | undefined;
}

export function Skeleton({ width = '100%', height = '1em', round }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      data-round={round ? '' : undefined}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

/** Rows of a list with an icon, two lines and a number at the end. */
export function SkeletonRows({ rows }: { rows: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="32px" height="32px" round />
          <span className={styles.lines}>
            <Skeleton width="88px" />
            <Skeleton width="56px" height="0.8em" />
          </span>
          <Skeleton width="72px" />
        </div>
      ))}
    </div>
  );
}
