// What the page of the heat map's benchmark and its worker send each other.
import type { ChartIndicator } from '../../../chart/api.ts';
import type { FrameLog } from '../../chart/page/frame-log.ts';
import type { TickLoad } from '../../chart/page/adapter.ts';

export type HeatAsk =
  | { kind: 'prepare' }
  | { kind: 'host'; port: MessagePort; layer: Layer }
  /** Frames drawn so far. */
  | { kind: 'painted' }
  /** Frames of the worker since the last such ask. */
  | { kind: 'takeFrames' }
  | { kind: 'tickLoad'; perSecond: number; forMs: number };

const indicator = (name: string, ...params: number[]): ChartIndicator => ({
  name,
  pane: 'main',
  label: name,
  params,
  lines: [],
});
export const shownHeat = (): ChartIndicator[] => [indicator('HEAT', 50, 0)];
export const shownFlow = (): ChartIndicator[] => [indicator('FOOTPRINT', 300, 3, 200), indicator('VPVR', 70)];

/** What is drawn of the order flow. */
export type Layer = 'heat' | 'footprint';

export interface HeatAnswer {
  lastMs: number;
  frames: number;
  log: FrameLog | null;
  backend: string;
  tickLoad: TickLoad | null;
}
