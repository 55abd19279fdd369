// A world map as inline SVG, without network requests: land, grid and one point.
import { LAND } from './land-outlines.ts';
import type { City } from './cities.ts';
import styles from './location.module.css';

const ringPath = (points: readonly number[]): string => {
  let path = '';
  for (let at = 0; at < points.length; at += 2)
    path += `${at === 0 ? 'M' : 'L'}${points[at]} ${-(points[at + 1] ?? 0)}`;
  return `${path}Z`;
};
const LAND_PATH = LAND.map(ringPath).join('');
/** Meridians and parallels, every 30 degrees. */
const GRID = [
  ...Array.from({ length: 11 }, (_, no) => `M${no * 30 - 150} -85V60`),
  ...Array.from({ length: 5 }, (_, no) => `M-180 ${no * 30 - 60}H180`),
].join('');

export interface WorldMapProps {
  /** Accessible description of the map. */
  label: string;
  point: City | null;
  onPoint?: (lat: number, lng: number) => void;
}

/** A tap reports its coordinates; the list beside the map is the keyboard alternative. */
export function WorldMap({ label, point, onPoint }: WorldMapProps) {
  return (
    <svg
      className={styles.map}
      viewBox="-180 -85 360 145"
      role="img"
      aria-label={label}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onPoint?.(
          85 - ((event.clientY - box.top) / box.height) * 145,
          ((event.clientX - box.left) / box.width) * 360 - 180,
        );
      }}
    >
      <path className={styles.grid} d={GRID} />
      <path className={styles.land} d={LAND_PATH} />
      {point && (
        <g className={styles.point}>
          <circle cx={point.lng} cy={-point.lat} r="7" />
          <circle cx={point.lng} cy={-point.lat} r="2.6" />
        </g>
      )}
    </svg>
  );
}
