// Icons of the drawing toolbar, in the style of the app's icon set.
import type { DrawingKind } from '../../../../chart/api.ts';
import { Stroke } from '../../../ui/stroke.tsx';

const PATHS = {
  draw: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  trend: 'M6.5 17.5l11-11M6.5 17.5a2 2 0 1 1-2.8 2.8 2 2 0 0 1 2.8-2.8zM20.3 3.7a2 2 0 1 1-2.8 2.8 2 2 0 0 1 2.8-2.8z',
  ray: 'M6.5 17.5L21 3M6.5 17.5a2 2 0 1 1-2.8 2.8 2 2 0 0 1 2.8-2.8zM11.6 10.4l2 2',
  horizontal: 'M3 12h7M14 12h7M12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  vertical: 'M12 3v7M12 14v7M12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  channel: 'M3 14L15 4M9 20L21 10M6 17l1.5-1.2M10 13.7l2.5-2.1M15 9.5l2-1.6',
  rectangle: 'M5 6h14v12H5zM3.5 4.5h3v3h-3zM17.5 16.5h3v3h-3z',
  fibonacci: 'M4 5h16M4 10h16M4 14h16M4 19h16M7 19L17 5',
  measure: 'M4 4v16h16M8 16L19 5M14 5h5v5',
  profile: 'M4 3v18M20 3v18M4 7h5M4 10.5h10M4 14h7M4 17.5h4',
  brush: 'M4 19c3 .5 4.5-1 4.5-3a2.5 2.5 0 0 1 4.2-1.8c1.5 1.6.3 4.3-2.2 4.8-2 .4-4.5.4-6.5 0zM12.5 13.5L20 4',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  long: 'M4 15h16M4 5h16v10H4zM4 15v4h16v-4M12 12.5V8M9.5 10L12 7.5l2.5 2.5',
  short: 'M4 9h16M4 9v10h16V9M4 9V5h16v4M12 11.5V16M9.5 14l2.5 2.5 2.5-2.5',
  magnet: 'M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zM6 8h4M14 8h4',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 11h4',
  unlock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2M12 14.5v2',
  remove: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.3 11v5M13.7 11v5',
} as const satisfies Record<DrawingKind, string> & Record<string, string>;

export type DrawIconName = keyof typeof PATHS;

export function DrawIcon({ name, size }: { name: DrawIconName; size?: number | undefined }) {
  return <Stroke path={PATHS[name]} size={size} />;
}
