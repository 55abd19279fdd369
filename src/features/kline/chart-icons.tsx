// Icons of the chart's own controls, in the style of the app's icon set.
import { Stroke } from '../../ui/stroke.tsx';

const PATHS = {
  gear: 'M12 8.8a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4zM10.4 3h3.2l.6 2.6 2.1 1.2 2.6-.8 1.6 2.8-2 1.9v2.6l2 1.9-1.6 2.8-2.6-.8-2.1 1.2-.6 2.6h-3.2l-.6-2.6-2.1-1.2-2.6.8-1.6-2.8 2-1.9v-2.6l-2-1.9L5.1 6l2.6.8 2.1-1.2z',
  fullscreen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  leaveFullscreen: 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5',
  popOut: 'M14 4h6v6M20 4l-9 9M17 14v6H4V7h6',
  dragHandle: 'M9 6h.1M15 6h.1M9 12h.1M15 12h.1M9 18h.1M15 18h.1',
  save: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  replay: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.2h4.2M10 9v6l5-3z',
  share: 'M12 16V5M7 9.5l5-5 5 5M4 20h16',
} as const;

export function ChartIcon({ name, size }: { name: keyof typeof PATHS; size?: number | undefined }) {
  return <Stroke path={PATHS[name]} size={size} />;
}
