// A text as a QR code, always dark on white so that every camera reads it.
import { useMemo } from 'react';
import { qrOf } from '../../contract/qr.ts';
import styles from './cells.module.css';

/** Empty modules around the code, which the standard asks for. */
const MARGIN = 4;

export function QrImage({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  const edge = size + 2 * MARGIN;
  return (
    <svg className={styles.qr} viewBox={`${-MARGIN} ${-MARGIN} ${edge} ${edge}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect x={-MARGIN} y={-MARGIN} width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function pathOf(text: string): { size: number; path: string } {
  const { size, modules } = qrOf(text);
  let path = '';
  modules.forEach((dark, at) => { if (dark) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`; });
  return { size, path };
}
