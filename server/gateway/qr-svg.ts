// QR code as SVG, black on white, so that it is readable in every theme.
import encodeQR from 'qr';

/** Quiet zone around the code, in modules. */
const QUIET = 4;

/** Error correction level M (15 %). Throws Error for a text longer than 2331 bytes. */
export function qrSvg(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET });
  const side = rows.length;
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
