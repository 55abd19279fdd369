// A live <defi-chart>, loaded like on other sites, with controls, a snapshot and an event log.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { EmbedCandle, EmbedTheme } from '../../../core/embed/embed-protocol.ts';
import { TIME_INTERVALS } from '../../../core/units/time.ts';
import { i18n } from '../../locales/i18n.ts';
import { markets } from '../../stores/market/instruments.ts';
import { themeChoice } from '../../stores/device/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Select } from '../../ui/fields/select.tsx';
import styles from './embed-page.module.css';

export interface ExampleAttributes {
  symbol: string;
  interval: string;
  main: string;
  sub: string;
  theme: EmbedTheme;
  lang: string;
}

interface ChartElement extends HTMLElement {
  snapshot(): Promise<Blob>;
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- the only way to name an element to JSX
  namespace JSX {
    interface IntrinsicElements {
      'defi-chart': Partial<ExampleAttributes> & {
        ref?: RefObject<ChartElement | null>;
        className?: string | undefined;
      };
    }
  }
}

const MAIN_LISTS = ['MA', 'MA(5,10),BOLL', 'EMA', 'SAR', ''];
const SUB_LISTS = ['VOL', 'VOL,MACD', 'RSI(6,12),KDJ', ''];
/** Most lines of the event log, newest first. */
const LOG_LINES = 5;

/** Initial attributes, with the theme and language of the page. */
export function defaultExample(): ExampleAttributes {
  return {
    symbol: 'BTC/USDT',
    interval: '1m',
    main: 'MA(5,10),BOLL',
    sub: 'VOL,MACD',
    theme: themeChoice.peek(),
    lang: i18n.language,
  };
}

export function LiveExample({
  value,
  onChange,
}: {
  value: ExampleAttributes;
  onChange: (next: ExampleAttributes) => void;
}) {
  const { t } = useTranslation();
  const chart = useRef<ChartElement>(null);
  const eventLog = useEventLog(chart);
  const failed = useEmbedScript();
  const pairs = useSignalValue(markets).map(({ info }) => info.pair);
  const set = (part: Partial<ExampleAttributes>): void => onChange({ ...value, ...part });
  return (
    <>
      {failed ? (
        <p role="alert" className={styles.text}>
          {t('embed.scriptFailed')}
        </p>
      ) : (
        <defi-chart ref={chart} className={styles.example} {...value} />
      )}
      <div className={styles.controls}>
        <Choice label={t('embed.market')} value={value.symbol} choices={pairs} onChoose={(symbol) => set({ symbol })} />
        <Choice
          label="interval"
          value={value.interval}
          choices={TIME_INTERVALS}
          onChoose={(interval) => set({ interval })}
        />
        <Choice label="main" value={value.main} choices={MAIN_LISTS} onChoose={(main) => set({ main })} />
        <Choice label="sub" value={value.sub} choices={SUB_LISTS} onChoose={(sub) => set({ sub })} />
      </div>
      <Segmented
        label={t('set.theme')}
        value={value.theme}
        onChange={(theme) => set({ theme })}
        choices={[
          { key: 'dark', label: t('set.dark') },
          { key: 'light', label: t('set.light') },
          { key: 'system', label: t('set.system') },
        ]}
      />
      <SnapshotButton chart={chart} />
      <h3 className={styles.sub}>{t('embed.said')}</h3>
      <ol className={`num ${styles.log}`}>
        {eventLog.map(({ no, text }) => (
          <li key={no}>{text}</li>
        ))}
      </ol>
    </>
  );
}

function Choice({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: string;
  choices: readonly string[];
  onChoose: (choice: string) => void;
}) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <Select value={value} onChoose={onChoose}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice || '–'}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** Captures the chart through the element's public method. */
function SnapshotButton({ chart }: { chart: RefObject<ChartElement | null> }) {
  const { t } = useTranslation();
  const [png, setPng] = useState<Blob | null>(null);
  const capture = async (): Promise<void> => setPng((await chart.current?.snapshot()) ?? null);
  return (
    <>
      <Button onClick={() => void capture().catch((cause: unknown) => console.warn('snapshot failed', cause))}>
        {t('embed.take')}
      </Button>
      {png && <Snapshot png={png} />}
    </>
  );
}

/** Its address is given back when another picture is shown, or none. */
function Snapshot({ png }: { png: Blob }) {
  const { t } = useTranslation();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(png);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [png]);
  return <img ref={image} className={styles.snapshot} alt={t('embed.taken')} />;
}

/** Loads embed.js; returns whether that failed. */
function useEmbedScript(): boolean {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (customElements.get('defi-chart')) return;
    const script = document.createElement('script');
    script.src = '/embed.js';
    script.addEventListener('error', () => setFailed(true));
    document.head.append(script);
  }, []);
  return failed;
}

function useEventLog(chart: RefObject<ChartElement | null>): { no: number; text: string }[] {
  const [lines, setLines] = useState<{ no: number; text: string }[]>([]);
  useEffect(() => {
    const element = chart.current;
    const off = new AbortController();
    for (const name of ['ready', 'candle', 'crosshair', 'error']) {
      element?.addEventListener(
        name,
        (event) => {
          const text = `${name} ${logText((event as CustomEvent<LogLine>).detail)}`;
          setLines((before) => [{ no: (before[0]?.no ?? 0) + 1, text }, ...before].slice(0, LOG_LINES));
        },
        { signal: off.signal },
      );
    }
    return () => off.abort();
  }, [chart]);
  return lines;
}

type LogLine = EmbedCandle | { message: string } | { symbol: string; interval: string } | null;

function logText(detail: LogLine): string {
  if (detail === null) return 'null';
  if ('message' in detail) return detail.message;
  return 'close' in detail
    ? `${detail.symbol} ${detail.interval} close ${detail.close}`
    : `${detail.symbol} ${detail.interval}`;
}
