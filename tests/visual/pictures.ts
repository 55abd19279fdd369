// The golden pictures and what each shows. Candles come from one seed, the clock is fixed.
import { type ChartStyle, DEFAULT_STYLE, type Drawing, type TradeLine } from '../../chart/api.ts';
import { seeded } from '../support/data/seeded-random.ts';

export interface PictureSpec {
  /** Folder and file below `golden/`, without the extension. */
  name: string;
  theme: 'dark' | 'light';
  style: ChartStyle;
  /** Names of indicators, with the default parameters of the registry. */
  indicators: string[];
  /** Rising candles are red, as in much of Asia. */
  redUp: boolean;
  /** Candles in view. More than one a pixel are drawn as buckets. */
  bars: number;
  ratio: number;
  drawn: boolean;
}

const usual: PictureSpec = {
  name: '',
  theme: 'dark',
  style: DEFAULT_STYLE,
  indicators: ['MA', 'VOL'],
  redUp: false,
  bars: 120,
  ratio: 1,
  drawn: false,
};
const style = (change: Partial<ChartStyle>): ChartStyle => ({ ...DEFAULT_STYLE, ...change });
const picture = (name: string, change: Partial<PictureSpec>): PictureSpec => ({ ...usual, ...change, name });

const TYPES = ['solid', 'hollow', 'ohlc', 'line', 'area', 'heikin-ashi'] as const;
const SETS: [string, string[]][] = [
  ['boll-sar-vol-macd', ['BOLL', 'SAR', 'VOL', 'MACD']],
  ['ema-kdj-rsi', ['EMA', 'KDJ', 'RSI']],
  ['bbi-ao-dmi-wr', ['BBI', 'AO', 'DMI', 'WR']],
];

export const PICTURES: readonly PictureSpec[] = [
  ...TYPES.flatMap((candles) =>
    (['dark', 'light'] as const).map((theme) =>
      picture(`candle-types/${candles}-${theme}`, { theme, style: style({ candles }) }),
    ),
  ),
  ...SETS.map(([name, indicators]) => picture(`indicators/${name}`, { indicators })),
  picture('views/log', { style: style({ axis: 'log' }) }),
  picture('views/percent', { style: style({ axis: 'percent' }) }),
  picture('views/inverted', { style: style({ inverted: true }) }),
  picture('views/red-up', { redUp: true, theme: 'light' }),
  picture('views/far-out', { bars: 3000 }),
  picture('views/sharp', { ratio: 2, theme: 'light' }),
  picture('views/drawn', { drawn: true }),
];

export interface DepthSpec {
  /** Folder and file below `golden/`, without the extension. */
  name: string;
  theme: 'dark' | 'light';
  /** The crosshair is on the asks, with its readings. */
  pointed: boolean;
  /** The feed is not live: greyed. */
  stale: boolean;
}

export const DEPTHS: readonly DepthSpec[] = [
  { name: 'depth/depth-dark', theme: 'dark', pointed: false, stale: false },
  { name: 'depth/depth-light', theme: 'light', pointed: true, stale: false },
  { name: 'depth/depth-stale', theme: 'dark', pointed: true, stale: true },
];

/** Levels a side: [price in ticks, lots], best first, thicker away from the middle. */
export function madeBook(levels = 120): { bids: [number, number][]; asks: [number, number][] } {
  const random = seeded(7);
  const side = (best: number, away: number): [number, number][] => {
    let price = best;
    return Array.from({ length: levels }, (_, level) => {
      price += away * (1 + Math.floor(random() * 12));
      return [price, 20 + Math.floor(random() * (200 + level * 8))];
    });
  };
  return { bids: side(6_000_000, -1), asks: side(6_000_010, 1) };
}

/** Drawings and lines over `low` to `high` between two times. */
export function drawnOn(
  fromMs: number,
  toMs: number,
  low: number,
  high: number,
): { drawings: Drawing[]; lines: TradeLine[] } {
  const at = (share: number, height: number): { time: number; price: number } => ({
    time: fromMs + (toMs - fromMs) * share,
    price: low + (high - low) * height,
  });
  const drawing = (id: string, kind: Drawing['kind'], ...anchors: Drawing['anchors']): Drawing => ({
    id,
    kind,
    anchors,
    text: kind === 'text' ? 'Note' : '',
    color: 'accent',
    locked: false,
    hidden: false,
  });
  return {
    drawings: [
      drawing('d1', 'trend', at(0.1, 0.2), at(0.6, 0.8)),
      drawing('d2', 'fibonacci', at(0.55, 0.1), at(0.9, 0.9)),
      drawing('d3', 'rectangle', at(0.05, 0.6), at(0.3, 0.95)),
      drawing('d4', 'channel', at(0.1, 0.05), at(0.5, 0.3), at(0.1, 0.2)),
      drawing('d5', 'text', at(0.4, 0.9)),
    ],
    lines: [
      {
        id: 'o1',
        kind: 'order',
        side: 'buy',
        price: at(0, 0.35).price,
        label: 'Buy 0.250',
        movable: true,
        pending: false,
      },
      { id: 'o2', kind: 'stopLoss', side: 'sell', price: at(0, 0.15).price, label: 'SL', movable: true, pending: true },
    ],
  };
}
