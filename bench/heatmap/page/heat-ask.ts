// What the page of the heat map's benchmark and its worker send each other.
import type { TickLoad } from '../../chart/page/adapter.ts';

export type HeatAsk =
  | { kind: 'prepare' }
  | { kind: 'host'; port: MessagePort }
  /** Frames with the map so far, and the script time of all frames, ms. */
  | { kind: 'painted' }
  | { kind: 'tickLoad'; perSecond: number; forMs: number };

export interface HeatAnswer {
  lastMs: number;
  frames: number;
  scriptMs: number;
  tickLoad: TickLoad | null;
}
