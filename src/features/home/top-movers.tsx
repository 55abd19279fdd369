// The markets that moved most in 24 hours, up or down, as tiles.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { Sparkline } from '../../components/market/sparkline.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { markets } from '../../stores/market/instruments.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

const TILES = 3;
/** Prices arrive shortly after the page; until each tile has a market, they are looked at this often. */
const FIRST_MS = 500;
/** Later the tiles are chosen again at this interval, so that none changes under a finger. */
const CHOOSE_MS = 60_000;

/** The markets with the largest 24-hour change in either direction; those without one are left out. */
export function topMovers(all: readonly Instrument[]): Instrument[] {
  const size = ({ info }: Instrument): number => Math.abs(tickerOf(info.id).changeRate.peek());
  return all
    .filter((instrument) => !Number.isNaN(size(instrument)))
    .sort((a, b) => size(b) - size(a))
    .slice(0, TILES);
}

export function TopMovers() {
  const { t } = useTranslation();
  const chosen = useTopMovers();
  return (
    <ul className={styles.movers} aria-label={t('markets.movers')}>
      {chosen.map(({ info }) => (
        <li key={info.id}>
          <Link to="/pages/kline/kline" search={{ coinInfoId: info.id }} className={styles.mover}>
            <b>{info.pair.split('/')[0]}</b>
            <LiveText text={tickerOf(info.id).change} tone={tickerOf(info.id).direction} />
            <Sparkline coinInfoId={info.id} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function useTopMovers(): readonly Instrument[] {
  const all = useSignalValue(markets);
  const [chosen, setChosen] = useState<readonly Instrument[]>([]);
  const full = chosen.length === TILES;
  useEffect(() => {
    const choose = (): void => setChosen(topMovers(all));
    if (!full) choose();
    const timer = setInterval(choose, full ? CHOOSE_MS : FIRST_MS);
    return () => clearInterval(timer);
  }, [all, full]);
  return chosen;
}
