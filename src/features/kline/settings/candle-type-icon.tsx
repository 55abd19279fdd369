// Icons of the candle types.
import type { ChartStyle } from '../../../../chart/api.ts';

const PATHS: Record<ChartStyle['candles'], { line: string; fill?: string }> = {
  solid: { line: 'M10 3v18M22 3v18', fill: 'M6 8h8v8H6zM18 6h8v8h-8z' },
  hollow: { line: 'M10 3v5M10 16v5M22 3v3M22 14v7M6 8h8v8H6zM18 6h8v8h-8z' },
  ohlc: { line: 'M10 4v16M6 16h4M10 8h4M22 4v16M18 8h4M22 15h4' },
  line: { line: 'M3 18l8-8 6 5 12-11' },
  area: { line: 'M3 18l8-8 6 5 12-11', fill: 'M3 18l8-8 6 5 12-11v18H3z' },
  'heikin-ashi': { line: 'M6 14v7M16 8v7M26 2v7', fill: 'M3 14h6v5H3zM13 9h6v5h-6zM23 4h6v5h-6z' },
};

export function CandleTypeIcon({ kind }: { kind: ChartStyle['candles'] }) {
  const { line, fill } = PATHS[kind];
  return (
    <svg
      width="32"
      height="24"
      viewBox="0 0 32 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {fill && <path d={fill} fill="currentColor" stroke="none" opacity={kind === 'area' ? 0.3 : 1} />}
      <path d={line} />
    </svg>
  );
}
