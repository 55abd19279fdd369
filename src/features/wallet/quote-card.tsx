// The quoted rate of a conversion, its fee, what arrives, and how long that holds.
import { QUOTE_MS } from '../../../core/orders/fund-order.ts';
import { ExactDecimal } from '../../components/common/exact-decimal.ts';
import { FigureText } from '../../components/common/figure-text.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Figure, coinFigure } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { UNKNOWN, cutText } from '../../stores/market/number-format.ts';
import { Fact } from '../../ui/fact.tsx';
import { ProgressBar } from '../../ui/fields/progress-bar.tsx';
import { type Quote, useRemainingMs } from './use-quote.ts';
import styles from './wallet.module.css';

/** Decimals of a rate, which is written as the one of the two that is at least 1. */
const RATE_DECIMALS = 4;

export const symbolOf = (id: number): string => instrumentById(id)?.info.symbol ?? String(id);

/** "1 BTC = 67,461.5842 USDT", also where USDT is paid: 0.00001482325 is no figure to compare. */
function conversionRateText(rate: string, pay: string, get: string): string {
  const value = new ExactDecimal(rate);
  return value.gte(1) || value.isZero()
    ? `1 ${pay} = ${cutText(rate, RATE_DECIMALS, true)} ${get}`
    : `1 ${get} = ${cutText(new ExactDecimal(1).div(value).toFixed(), RATE_DECIMALS, true)} ${pay}`;
}

export interface QuoteCardProps {
  /** Null: its rows are there and empty, so that nothing moves when it comes. */
  quote: Quote | null;
  pay: number;
  get: number;
  onOver: () => void;
}

export function QuoteCard({ quote, pay, get, onOver }: QuoteCardProps) {
  const { t } = useTranslation();
  const leftMs = useRemainingMs(quote, onOver);
  const figure = (amount: string | undefined): Figure =>
    amount === undefined ? { text: UNKNOWN } : coinFigure(amount, get, symbolOf(get));
  return (
    <dl className={`facts ${styles.figures}`} data-testid="quote-card">
      <Fact label={t('wallet.rate')} className="num">
        {quote ? conversionRateText(quote.rate, symbolOf(pay), symbolOf(get)) : UNKNOWN}
      </Fact>
      <Fact label={t('wallet.fee')}>
        <FigureText figure={figure(quote?.fee)} />
      </Fact>
      <Fact label={t('wallet.arrives')}>
        <FigureText figure={figure(quote?.out)} />
      </Fact>
      <Fact label={t('wallet.stands')}>
        <ProgressBar label={t('wallet.stands')} share={leftMs / QUOTE_MS} />
        <span className="num">{quote ? `${Math.ceil(leftMs / 1000)} s` : UNKNOWN}</span>
      </Fact>
    </dl>
  );
}
