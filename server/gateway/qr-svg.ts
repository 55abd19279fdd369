// A text as the SVG of a QR code: dark modules black, on white, so that it is read in every theme.
import encodeQR from 'qr';

/** Empty modules around the code that readers need. */
const QUIET = 4;

/** Level M, which reads with 15 % of it damaged. Throws for a text longer than a code holds (2331 bytes). */
export function qrSvg(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET });
  const side = rows.length;
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
