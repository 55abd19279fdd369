// Display settings: theme, up and down colours, palette and power saving, with a preview.
import { useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { feedLog, feedLogVersion, perSecond } from '../../stores/market/feed-log.ts';
import { saverChoice, saving } from '../../stores/device/power-saving.ts';
import { moneyText, rateText } from '../../stores/market/number-format.ts';
import { paletteChoice, themeChoice, upDownChoice } from '../../stores/device/theme.ts';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './settings.module.css';

const KIB = 1_024;
/** Window of the average data rate. */
const WINDOW_S = 60;

/** Preview candles: x of the middle, top and bottom of the wick, top and bottom of the body, direction. */
const PREVIEW_CANDLES = [
  [12, 40, 66, 46, 62, 'up'],
  [32, 34, 56, 38, 50, 'up'],
  [52, 30, 54, 36, 48, 'down'],
  [72, 40, 64, 46, 58, 'down'],
  [92, 36, 60, 40, 56, 'up'],
  [112, 22, 48, 26, 42, 'up'],
  [132, 12, 36, 18, 30, 'up'],
  [152, 16, 42, 20, 36, 'down'],
  [172, 26, 50, 30, 44, 'down'],
  [192, 14, 44, 20, 40, 'up'],
  [212, 8, 30, 12, 24, 'up'],
] as const;

export function DisplayPage() {
  const { t } = useTranslation();
  const theme = useSignalValue(themeChoice);
  const upDown = useSignalValue(upDownChoice);
  const palette = useSignalValue(paletteChoice);
  return (
    <>
      <PageHeader title={t('title.display')} />
      <main className={styles.page}>
        <MarketPreview />
        <section className={styles.options}>
          <h2 className={styles.head}>{t('set.theme')}</h2>
          <Segmented
            label={t('set.theme')}
            value={theme}
            onChange={(key) => {
              themeChoice.value = key;
            }}
            choices={[
              { key: 'dark', label: t('set.dark') },
              { key: 'light', label: t('set.light') },
              { key: 'system', label: t('set.system') },
            ]}
          />
          <h2 className={styles.head}>{t('set.upDown')}</h2>
          <Segmented
            label={t('set.upDown')}
            value={upDown}
            onChange={(key) => {
              upDownChoice.value = key;
            }}
            choices={[
              { key: 'green-up', label: t('set.greenUp') },
              { key: 'red-up', label: t('set.redUp') },
            ]}
          />
          <h2 className={styles.head}>{t('set.palette')}</h2>
          <Segmented
            label={t('set.palette')}
            value={palette}
            onChange={(key) => {
              paletteChoice.value = key;
            }}
            choices={[
              { key: 'plain', label: t('set.plain') },
              { key: 'safe', label: t('set.safe') },
            ]}
          />
          <p className="hint">{t('hub.paletteText')}</p>
          <PowerSaving />
        </section>
      </main>
    </>
  );
}

/** Power saving: the choice, its current effect, and the feed's data rate. */
function PowerSaving() {
  const { t } = useTranslation();
  const choice = useSignalValue(saverChoice);
  const on = useSignalValue(saving);
  useSignalValue(feedLogVersion);
  const kib = Math.round((perSecond(feedLog(), 'bytes', WINDOW_S) * 60) / KIB);
  return (
    <>
      <h2 className={styles.head}>{t('hub.saver')}</h2>
      <Segmented
        label={t('hub.saver')}
        value={choice}
        onChange={(key) => {
          saverChoice.value = key;
        }}
        choices={[
          { key: 'auto', label: t('hub.saverAuto') },
          { key: 'on', label: t('hub.saverOn') },
          { key: 'off', label: t('hub.saverOff') },
        ]}
      />
      <p className="hint">{t('hub.saverText')}</p>
      <p className="hint" data-testid="saver-now">
        {t(on ? 'hub.saverIsOn' : 'hub.saverIsOff', { count: kib })}
      </p>
    </>
  );
}

function MarketPreview() {
  const { t } = useTranslation();
  return (
    <section className={styles.market} aria-label={t('set.sample')}>
      <h2 className={styles.head}>{t('set.sample')}</h2>
      <svg className={styles.candles} viewBox="0 0 224 72" aria-hidden="true">
        {PREVIEW_CANDLES.map(([x, high, low, top, bottom, move]) => (
          <g key={x} data-tone={move} fill="currentColor" stroke="currentColor">
            <path d={`M${x} ${high}V${low}`} />
            <rect x={x - 5} y={top} width="10" height={bottom - top} rx="1" stroke="none" />
          </g>
        ))}
      </svg>
      <div className={styles.marketRow}>
        <b className="num">BTC/USDT</b>
        <span className="num">{moneyText('67412.30')}</span>
        <span className="num" data-move="up">
          ↑ {rateText(0.0184)}
        </span>
      </div>
      <div className={styles.marketRow}>
        <b className="num">ETH/USDT</b>
        <span className="num">{moneyText('3208.16')}</span>
        <span className="num" data-move="down">
          ↓ {rateText(-0.0062)}
        </span>
      </div>
      <div className={styles.sampleLabels} aria-hidden="true">
        <span data-move="up">{t('hub.sampleUp')}</span>
        <span data-move="down">{t('hub.sampleDown')}</span>
      </div>
    </section>
  );
}
