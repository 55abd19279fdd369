// Profit of the day, and the total assets in bitcoin.
import { computed } from '@preact/signals-react';
import { useEffect, useMemo, useState } from 'react';
import { ONE_E8, type Units, lotUnits, parseMoney } from '../../../core/units/units.ts';
import { HIDDEN } from '../../components/account/total-worth.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { isWorthKnown, totalWorth } from '../../stores/account/balances.ts';
import { quoteText } from '../../stores/device/currency.ts';
import { markets } from '../../stores/market/instruments.ts';
import { UNKNOWN, cutText, signedPercentText } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { amountsHidden } from '../../stores/ui/privacy.ts';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './home.module.css';

/** The profit is fetched again at this interval while the page is in sight. */
const REFRESH_MS = 30_000;
const BTC_DECIMALS = 5;

/** Total assets in BTC at its last price: "≈ 0.27005 BTC"; '' without one. Reads signals. */
function bitcoinText(worth: Units): string {
  const bitcoin = markets.value.find(({ info }) => info.pair === 'BTC/USDT');
  const ticks = bitcoin ? tickerOf(bitcoin.info.id).lastTicks.value : NaN;
  if (!bitcoin || !(ticks > 0)) return '';
  return `≈ ${cutText((worth * ONE_E8) / lotUnits(ticks, bitcoin.price), BTC_DECIMALS)} BTC`;
}

const bitcoin = computed(() => (amountsHidden.value || !isWorthKnown.value ? '' : bitcoinText(totalWorth.value)));

/** "+$312.40 (+1.75%)" and its direction. Reads signals. */
function profitText(profit: Units, rate: string): string {
  return `${profit > 0n ? '+' : ''}${quoteText(profit)} (${signedPercentText(rate)})`;
}

export function DayLine() {
  const { t } = useTranslation();
  const { answer } = useQuery('/user/profit', { range: 'today' }, useRefresh());
  const { text, tone } = useMemo(() => {
    const profit = answer && parseMoney(answer.profitToday);
    return {
      text: computed(() =>
        amountsHidden.value ? HIDDEN : profit === null ? UNKNOWN : profitText(profit, answer!.profitRate),
      ),
      tone: computed(() => (amountsHidden.value ? 0 : Math.sign(Number(profit)))),
    };
  }, [answer]);
  return (
    <p className={styles.day} data-testid="day-line">
      <span>{t('equity.today')}</span>
      <LiveText text={text} tone={tone} className={styles.profit} />
      <LiveText text={bitcoin} className={styles.bitcoin} />
    </p>
  );
}

/** A count that advances at intervals while the page is in sight, and when it comes back into sight. */
function useRefresh(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const advance = (): void => {
      if (!document.hidden) setCount((before) => before + 1);
    };
    const timer = setInterval(advance, REFRESH_MS);
    document.addEventListener('visibilitychange', advance);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', advance);
    };
  }, []);
  return count;
}
