// The page about embedding: live example, code to paste, attributes, methods, events and messages.
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { CHART_PATH, EMBED_VERSION } from '../../../core/embed/embed-protocol.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import styles from './embed-page.module.css';
import { LiveExample, type ExampleAttributes, defaultExample } from './live-example.tsx';
import { CodeSnippet } from './code-snippet.tsx';

const METHODS = [
  'setSymbol(symbol)',
  'setInterval(interval)',
  'addIndicator(indicator)',
  'removeIndicator(name)',
  'setIndicators(main, sub)',
  'setTheme(theme)',
  'setLocale(lang)',
  'resetView()',
  'replayAt(ms)',
  'replayPlay()',
  'replayPause()',
  'replayStep(by)',
  'replaySpeed(speed)',
  'replayFile(file)',
  'state()',
  'snapshot()',
];

export function EmbedPage() {
  const { t } = useTranslation();
  const [attributes, setAttributes] = useState(defaultExample);
  const exchange = window.location.origin;
  const facts = [
    ['symbol', t('embed.symbol')],
    ['interval', t('embed.interval')],
    ['main', t('embed.mainList')],
    ['sub', t('embed.subList')],
    ['theme', t('embed.theme')],
    ['lang', t('embed.lang')],
    ['replay', t('embed.replay')],
  ] as const;
  return (
    <>
      <PageHeader title={t('title.embed')} />
      <main className={styles.page}>
        <p className={styles.lead}>{t('embed.lead')}</p>
        <Section title={t('embed.example')}>
          <LiveExample value={attributes} onChange={setAttributes} />
        </Section>
        <Section title={t('embed.paste')} text={t('embed.pasteText')}>
          <CodeSnippet code={elementCode(exchange, attributes)} />
        </Section>
        <Section title={t('embed.attributes')} text={t('embed.attributesText')}>
          <dl className={styles.facts}>
            {facts.map(([name, meaning]) => (
              <div key={name}>
                <dt className="num">{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title={t('embed.methods')} text={t('embed.methodsText')}>
          <ul className={`num ${styles.methods}`}>
            {METHODS.map((method) => (
              <li key={method}>{method}</li>
            ))}
          </ul>
          <p className={styles.text}>{t('embed.events')}</p>
          <CodeSnippet code={METHODS_CODE} />
        </Section>
        <Section title={t('embed.frame')} text={t('embed.frameText')}>
          <CodeSnippet code={frameCode(exchange, attributes)} />
          <p className={styles.text}>{t('embed.commands')}</p>
          <CodeSnippet code={messagesCode(exchange)} />
        </Section>
        <Section title={t('embed.safe')} text={t('embed.safeText')} />
      </main>
    </>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.head}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}

function elementCode(exchange: string, attributes: ExampleAttributes): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => `  ${name}="${value}"`)
    .join('\n');
  return `<script src="${exchange}/embed.js" async></script>\n<defi-chart\n${written}\n></defi-chart>`;
}

function frameCode(exchange: string, attributes: ExampleAttributes): string {
  const query = Object.entries(attributes)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('')
    .replaceAll('%2C', ',');
  return `<iframe width="100%" height="400" title="Chart"\n  src="${exchange}${CHART_PATH}?embed=1${query}&origin=https://your.site"></iframe>`;
}

const METHODS_CODE = `const chart = document.querySelector('defi-chart');
chart.addEventListener('candle', ({ detail }) => console.log(detail.close));
await chart.setSymbol('ETH/USDT');
await chart.addIndicator('RSI(6,12)');
const png = await chart.snapshot(); // a Blob`;

function messagesCode(exchange: string): string {
  return `const exchange = '${exchange}';
addEventListener('message', ({ origin, data }) => {
  if (origin === exchange && data.defiChart === ${EMBED_VERSION}) console.log(data.event, data);
});
document.querySelector('iframe').contentWindow.postMessage(
  { defiChart: ${EMBED_VERSION}, id: 1, command: 'setSymbol', symbol: 'ETH/USDT' }, exchange);`;
}
