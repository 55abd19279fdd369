// A row of the comparison: one figure of ours in both modes and of both peers.
import { type Row, median } from '../harness/row.ts';
import type { Subject } from './page/adapter.ts';

export const OURS = ['own worker', 'own main'] as const;
const ALL_PEERS = ['klinecharts', 'lightweight-charts', 'openalgo-charts', 'dxcharts-lite', 'echarts'] as const;
type Peer = (typeof ALL_PEERS)[number];
export type Column = (typeof OURS)[number] | Peer;
/** CHART_PEERS=echarts,klinecharts: ours beside those alone. */
export const PEERS: readonly Peer[] = chosenPeers(process.env['CHART_PEERS']);
export const SUBJECTS: readonly Subject[] = ['nothing', ...OURS, ...PEERS];

export function chosenPeers(names: string | undefined): readonly Peer[] {
  if (names === undefined) return ALL_PEERS;
  const unknown = names.split(',').filter((name) => !ALL_PEERS.some((peer) => peer === name));
  if (unknown.length > 0) throw new Error(`no peer called ${unknown.join(', ')}; there are: ${ALL_PEERS.join(', ')}`);
  return ALL_PEERS.filter((peer) => names.split(',').includes(peer));
}

export interface Line {
  what: string;
  unit: string;
  /** Which way is better. */
  better: 'less' | 'more';
  /** Missing: not measured there, or it never came to an end. */
  values: Partial<Record<Column, number>>;
}

/**
 * Medians of several readings of each subject, less what the harness itself costs. Never below `floor`: less than that
 * cannot be distinguished from noise.
 */
export function linesOf(
  what: string,
  unit: string,
  better: Line['better'],
  readings: Map<Subject, number[]>,
  floor = -Infinity,
): Line {
  const own = readings.get('nothing');
  const harnessCost = own && own.length > 0 && better === 'less' ? median(own) : 0;
  const values: Line['values'] = {};
  for (const [subject, numbers] of readings) {
    if (subject !== 'nothing' && numbers.length > 0) values[subject] = Math.max(floor, median(numbers) - harnessCost);
  }
  return { what, unit, better, values };
}

/** Ours beside each peer that was measured, then the peers' own figures. */
export function rowsOf({ what, unit, better, values }: Line): Row[] {
  const rows: Row[] = [];
  for (const mode of OURS) {
    const value = values[mode];
    if (value === undefined) continue;
    const name = `${what}, ${mode === 'own worker' ? 'worker mode' : 'main thread mode'}`;
    const peers = PEERS.filter((peer) => values[peer] !== undefined);
    if (peers.length === 0) rows.push({ name, value, unit });
    for (const peer of peers)
      rows.push({
        name,
        value,
        unit,
        against: peer,
        ratio: better === 'less' ? values[peer]! / value : value / values[peer]!,
      });
  }
  for (const peer of PEERS)
    if (values[peer] !== undefined) rows.push({ name: `${what}, ${peer}`, value: values[peer], unit });
  return rows;
}
