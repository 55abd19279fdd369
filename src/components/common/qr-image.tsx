// A text as a QR code, dark on white in both themes so that every camera reads it.
import { useMemo } from 'react';
import encodeQR from 'qr';
import styles from '../market/market-cells.module.css';

/** Quiet zone in modules, as the standard requires. */
const QUIET = 4;

/** Rows of modules including the quiet zone; true is dark. Level M: readable with 15 % damaged. */
export function qrModules(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET });
}

export function QrImage({ text, label }: { text: string; label: string }) {
  const { edge, path } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function pathOf(text: string): { edge: number; path: string } {
  const rows = qrModules(text);
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return { edge: rows.length, path };
}
