// Small pictures of the indicators that are made of trades and of the book.
import type { ReactNode } from 'react';

const UP = 'var(--up-graphic)';
const DOWN = 'var(--down-graphic)';
const WARN = 'var(--warn-graphic)';
const MUTED = 'var(--text-3)';
const TEXT = 'var(--text)';
const PLAIN = 'var(--accent)';

/** x, y, width, height, colour and opacity of a rectangle. */
type Box = readonly [x: number, y: number, width: number, height: number, color: string, opacity?: number];

const boxes = (all: readonly Box[]): ReactNode =>
  all.map(([x, y, width, height, fill, opacity = 1], at) => (
    <rect key={at} x={x} y={y} width={width} height={height} fill={fill} opacity={opacity} />
  ));
const path = (d: string, stroke: string, dashes?: string): ReactNode => (
  <path d={d} fill="none" stroke={stroke} strokeWidth="1.5" strokeDasharray={dashes} />
);
/** Candles from x, top of the wick, top and bottom of the body, and bottom of the wick. */
const candles = (all: readonly (readonly [number, number, number, number, number, string])[]): ReactNode =>
  all.map(([x, high, top, bottom, low, color]) => (
    <g key={x} fill={color}>
      <rect x={x + 3} y={high} width="1" height={low - high} />
      <rect x={x} y={top} width="7" height={bottom - top} />
    </g>
  ));

const CANDLES = candles([
  [8, 40, 48, 66, 74, DOWN],
  [22, 34, 40, 62, 68, UP],
  [36, 26, 30, 44, 52, UP],
  [50, 30, 38, 54, 60, DOWN],
  [64, 22, 28, 48, 56, UP],
  [78, 18, 24, 34, 44, UP],
]);
const PROFILE = [8, 16, 30, 52, 70, 58, 40, 26, 12, 6];
/** Rows of a profile from its left or right edge; the longest is in another colour. */
const profile = (edge: number, side: 1 | -1, share: number, topPx: number): ReactNode =>
  boxes(
    PROFILE.flatMap((width, at): Box[] => {
      const lots = width * share;
      const bought = lots * (at % 2 === 0 ? 0.6 : 0.4);
      const opacity = at > 1 && at < 7 ? 0.75 : 0.35;
      const left = (from: number, size: number): number => (side === 1 ? edge + from : edge - from - size);
      const y = topPx + at * 6;
      return [
        [left(0, bought), y, bought, 5, UP, opacity],
        [left(bought, lots - bought), y, lots - bought, 5, DOWN, opacity],
      ];
    }),
  );
/** A number in a cell of a footprint. */
const cell = (x: number, y: number, text: string, color = TEXT): ReactNode => (
  <text key={`${x} ${y}`} x={x} y={y} fontSize="9" textAnchor="middle" fill={color}>
    {text}
  </text>
);

const PICTURES: Readonly<Record<string, ReactNode>> = {
  VPVR: (
    <>
      {CANDLES}
      {profile(192, -1, 1, 16)}
      {path('M0 42.5H192', WARN, '4 3')}
    </>
  ),
  SVP: (
    <>
      {profile(4, 1, 0.55, 24)}
      {profile(72, 1, 0.55, 6)}
      {path('M128 6V84M68 6V84', MUTED, '2 4')}
      {path('M4 50.5H192', WARN, '4 3')}
      {path('M72 32.5H150', WARN, '4 3')}
      {candles([
        [136, 26, 30, 42, 46, DOWN],
        [150, 22, 28, 38, 44, UP],
      ])}
    </>
  ),
  FRVP: (
    <>
      <rect x="24" y="4" width="100" height="84" fill={PLAIN} opacity="0.12" />
      {path('M24.5 4V88M124.5 4V88', PLAIN)}
      {CANDLES}
      {profile(25, 1, 0.7, 16)}
      {path('M24 42.5H124', WARN, '4 3')}
      {candles([
        [136, 26, 30, 42, 46, DOWN],
        [150, 22, 28, 38, 44, UP],
        [164, 14, 18, 30, 36, UP],
      ])}
    </>
  ),
  TPO: (
    <>
      {['G', 'FG', 'EFGH', 'ADEFGH', 'ABCDEFGHI', 'ABCDEHIJ', 'ABCJK', 'BK', 'B'].flatMap((letters, row) =>
        [...letters].map((letter, at) => cell(14 + at * 10, 12 + row * 9.5, letter, letters.length > 5 ? TEXT : MUTED)),
      )}
      {path('M4 47H192', WARN, '4 3')}
      {candles([
        [136, 26, 30, 42, 46, DOWN],
        [150, 22, 28, 38, 44, UP],
      ])}
    </>
  ),
  FOOTPRINT: (
    <>
      {candles([[20, 8, 16, 78, 86, UP]])}
      {boxes([
        [32, 6, 132, 15, UP, 0.15],
        [32, 22, 132, 15, UP, 0.3],
        [32, 38, 132, 15, UP, 0.45],
        [32, 54, 132, 15, DOWN, 0.25],
        [32, 70, 132, 15, DOWN, 0.1],
        [160, 22, 4, 31, UP],
      ])}
      {[
        [17, '2', '9'],
        [33, '4', '31'],
        [49, '7', '48'],
        [65, '24', '11'],
        [81, '6', '0'],
      ].map(([y, sold, bought]) => [
        cell(70, Number(y), String(sold)),
        cell(98, Number(y), '×', MUTED),
        cell(126, Number(y), String(bought), y === 33 || y === 49 ? UP : TEXT),
      ])}
    </>
  ),
  DELTA: (
    <>
      {path('M0 48.5H192', MUTED)}
      {boxes(
        [14, 26, 34, 18, -12, -24, -8, 10, 30, -16, 20, 38].map((size, at): Box => {
          const height = Math.abs(size);
          return [6 + at * 15, size > 0 ? 48 - height : 49, 10, height, size > 0 ? UP : DOWN];
        }),
      )}
    </>
  ),
  CVD: (
    <>
      {path('M4 70L40 56L70 40L100 34L130 24L160 16L188 10', MUTED)}
      {path('M4 78L40 60L70 48L100 54L130 62L160 68L188 76', PLAIN)}
    </>
  ),
  OBI: (
    <>
      {boxes([
        [8, 10, 44, 7, DOWN, 0.5],
        [8, 20, 30, 7, DOWN, 0.5],
        [8, 30, 20, 7, DOWN, 0.5],
        [8, 46, 36, 7, UP, 0.6],
        [8, 56, 52, 7, UP, 0.6],
        [8, 66, 58, 7, UP, 0.6],
      ])}
      {path('M84 46.5H188', MUTED, '2 4')}
      {path('M84 60L100 64L116 50L132 42L148 30L164 34L188 20', PLAIN)}
    </>
  ),
  HEAT: (
    <>
      {boxes([
        [0, 4, 192, 8, PLAIN, 0.15],
        [0, 14, 192, 10, PLAIN, 0.35],
        [0, 30, 118, 8, WARN, 0.95],
        [0, 44, 192, 6, PLAIN, 0.25],
        [24, 66, 168, 9, WARN, 0.7],
        [0, 80, 192, 8, PLAIN, 0.4],
      ])}
      {path('M0 62L28 56L56 60L84 48L112 38L140 44L168 54L192 48', TEXT)}
      <circle cx="56" cy="60" r="5" fill={DOWN} />
      <circle cx="116" cy="36" r="10" fill={UP} />
      <circle cx="168" cy="54" r="4" fill={UP} />
    </>
  ),
};

export function IndicatorPicture({ name }: { name: string }) {
  return (
    <svg width="100%" height="120" viewBox="0 0 192 92" direction="ltr" aria-hidden="true" data-testid="picture">
      {PICTURES[name]}
    </svg>
  );
}
