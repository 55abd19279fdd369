// Round mark of a coin or of a pair of currencies; its first letter where there is no picture, or not yet.
import marks from './marks/marks.svg';
import styles from './coin-icon.module.css';

/** Marks in marks.svg. */
const PICTURES = 'USDT BTC ETH BNB SOL XRP ADA DOGE TRX AVAX LINK LTC DOT EUR USD GBP JPY AUD CHF CAD CNH'.split(' ');
/** Of letters: background colours with enough contrast for white text. */
const HUES = ['#2b5fb4', '#6a4fb3', '#0f766e', '#9a4d16', '#8b3a62', '#3d6b35', '#7a4b9a', '#9b3535'] as const;

function hueOf(symbol: string): string {
  let sum = 0;
  for (const char of symbol) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return HUES[sum % HUES.length] ?? HUES[0];
}

/** Pictures of a symbol: its own, or those of the two currencies of a pair such as EURUSD. */
function picturesOf(symbol: string): string[] {
  const names = PICTURES.includes(symbol) ? [symbol] : [symbol.slice(0, 3), symbol.slice(3)];
  return names.every((name) => PICTURES.includes(name)) ? names : [];
}

export function CoinIcon({ symbol, size = 36 }: { symbol: string; size?: number }) {
  const pictures = picturesOf(symbol);
  return (
    <span
      className={styles.mark}
      style={{
        background: pictures.length > 1 ? undefined : hueOf(symbol),
        width: size,
        height: size,
        fontSize: size * 0.42,
      }}
      data-pair={pictures.length > 1 ? '' : undefined}
      aria-hidden="true"
    >
      {pictures.length < 2 && symbol.slice(0, 1)}
      {pictures.map((name) => (
        <img key={name} src={`${marks}#${name}`} alt="" loading="lazy" decoding="async" />
      ))}
    </span>
  );
}
