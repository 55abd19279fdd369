// Who has how much of each coin as a bar to both sides of zero; the table below has the same in digits.
import styles from '../operator.module.css';

type CoinRow = Readonly<
  Record<'coin' | 'users' | 'bots' | 'insurance' | 'clearing' | 'exchange' | 'netDeposits' | 'sum', string>
>;

/**
 * Parts in the order of the legend. Market makers work with money of the exchange, so both are one part: theirs alone
 * would be all that a bar shows. What was paid in is owed, so it counts against the others.
 */
const PARTS = {
  users: 'users',
  insurance: 'insurance',
  clearing: 'clearing',
  exchange: 'exchange with its market makers',
  netDeposits: 'deposits less withdrawals',
} as const;
type Part = keyof typeof PARTS;
/** Less than this is what floating-point numbers leave over; the sum beside the bar is exact. */
const DUST = 1e-6;

export function CoinBars({ sums }: { sums: readonly CoinRow[] }) {
  const shown = sums.filter((row) => Number(row.sum) !== 0 || segmentsOf(row).length > 0);
  return (
    <>
      <ul className={styles.legend} aria-hidden="true">
        {Object.entries(PARTS).map(([part, name]) => (
          <li key={part}>
            <i data-part={part} />
            {name}
          </li>
        ))}
      </ul>
      <ul className={styles.bars} aria-hidden="true">
        {shown.map((row) => (
          <li key={row.coin}>
            <span>{row.coin}</span>
            <svg className={styles.coinBar} viewBox="0 0 100 1" preserveAspectRatio="none">
              {segmentsOf(row).map(({ part, from, share }) => (
                <rect key={part} data-part={part} x={from} width={share} height={1} />
              ))}
            </svg>
            <b className={Number(row.sum) === 0 ? styles.good : styles.bad}>
              {Number(row.sum) === 0 ? '= 0' : row.sum}
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Segments in percent of the width: negative parts end at the middle, positive ones begin there. */
export function segmentsOf(row: CoinRow): { part: Part; from: number; share: number }[] {
  const valueOf = (part: Part): number => {
    if (part === 'netDeposits') return -Number(row.netDeposits);
    return part === 'exchange' ? Number(row.exchange) + Number(row.bots) : Number(row[part]);
  };
  const parts = (Object.keys(PARTS) as Part[]).map((part) => ({ part, value: valueOf(part) }));
  const total = (sign: number): number =>
    parts.reduce((sum, { value }) => sum + (Math.sign(value) === sign ? Math.abs(value) : 0), 0);
  const most = Math.max(total(1), total(-1)) || 1;
  let [left, right] = [50, 50];
  return parts
    .filter(({ value }) => Math.abs(value) > DUST)
    .map(({ part, value }) => {
      const share = (Math.abs(value) / most) * 50;
      if (value < 0) left -= share;
      const from = value < 0 ? left : right;
      if (value > 0) right += share;
      return { part, from, share };
    });
}
