// Round icon of a coin: its first letter on a background colour derived from the symbol.
import styles from './coin-icon.module.css';

/** Background colours with enough contrast for white text; well-known coins have their usual colour. */
const KNOWN: Record<string, string> = {
  BTC: '#b8660b',
  ETH: '#4f63c4',
  SOL: '#0b7f63',
  XRP: '#4a5b73',
  USDT: '#197a5f',
  BNB: '#8f6a05',
  DOGE: '#86702a',
  ADA: '#2257b8',
  TRX: '#b3202c',
  LTC: '#3f5f9c',
};
const HUES = ['#2b5fb4', '#6a4fb3', '#0f766e', '#9a4d16', '#8b3a62', '#3d6b35', '#7a4b9a', '#9b3535'] as const;

function colourOf(symbol: string): string {
  let sum = 0;
  for (const char of symbol) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return KNOWN[symbol] ?? HUES[sum % HUES.length] ?? HUES[0];
}

export function CoinIcon({ symbol, size = 36 }: { symbol: string; size?: number }) {
  return (
    <span
      className={styles.mark}
      style={{ background: colourOf(symbol), width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden="true"
    >
      {symbol.slice(0, 1)}
    </span>
  );
}
