// Icon set: line drawings on a 24 px grid, one path each, in the text colour.

import { CLOSE, Stroke, type StrokeProps } from './stroke.tsx';

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  close: CLOSE,
  menu: 'M4 7h16M4 12h16M4 17h10',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4 4',
  star: 'M12 4l2.5 5.2 5.7.7-4.2 3.9 1.1 5.6-5.1-2.8-5.1 2.8L8 13.8 3.8 9.9l5.7-.7z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  eyeOff:
    'M4 4l16 16M10 5.8a9 9 0 0 1 2-.3c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.5 7.5A16 16 0 0 0 2.5 12s3.5 6.5 9.5 6.5a9 9 0 0 0 4-.9M10 10a3 3 0 0 0 4 4',
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1z',
  contracts: 'M5 20V10M5 7V4M12 20v-5M12 11V4M19 20V9M19 6V4M3 7h4v3H3zM10 11h4v4h-4zM17 6h4v3h-4z',
  wallet: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H18v3M4 7.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H4.5M16 13.5h.1',
  spot: 'M4 16l5-6 4 4 7-8M15 6h5v5',
  seconds: 'M12 6a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM12 9.5V13.5l2.5 2M9.5 3h5',
  convert: 'M4 9h14l-4-4M20 15H6l4 4',
  invite: 'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3 20c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5M18 8v6M15 11h6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  notice: 'M4 10v4l9 4V6zM13 9a3.5 3.5 0 0 1 0 6M6.5 15l1 4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  chat: 'M4 5h16v11h-8l-5 4v-4H4zM8 9.5h8M8 12.5h5',
  shield: 'M12 3l8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 15.5h6',
  records: 'M5 4h14v17l-3-2-2 2-2-2-2 2-2-2-3 2zM8.5 9h7M8.5 13h7',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5c0-4 3-6 7.5-6s7.5 2 7.5 6',
  check: 'M5 12.5l4.5 4.5L19 7',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17v.5',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 2',
  chart: 'M4 4v16h16M8 15l3.5-4 3 2.5L20 7',
  sliders: 'M4 7h8M16 7h4M4 12h2M10 12h10M4 17h10M18 17h2M14 5v4M8 10v4M16 15v4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
} as const;

export type IconName = keyof typeof PATHS;

export interface IconProps extends Omit<StrokeProps, 'path'> {
  name: IconName;
}

export function Icon({ name, ...look }: IconProps) {
  return <Stroke path={PATHS[name]} {...look} />;
}
