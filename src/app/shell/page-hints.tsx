// The hints of one page, a strip above it: in the flow, so that it covers nothing.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { Button } from '../../ui/button.tsx';
import styles from './page-hints.module.css';

const SUBMIT = { key: 'first.submit', of: '[data-testid$="-submit"]' } as const;

/** Message key, and the element that the hint points at. */
const HINTS = {
  '/pages/tabbar/contracts': [
    { key: 'first.multiple', of: '[data-testid="multiple"]' },
    { key: 'first.size', of: '[data-testid="contract-amount"]' },
    SUBMIT,
  ],
  '/pages/tabbar/trade': [
    { key: 'first.book', of: '[data-testid="book-asks"]' },
    { key: 'first.size', of: '[data-testid="ticket-amount"]' },
    SUBMIT,
  ],
  '/pages/kline/kline': [
    { key: 'first.chart', of: '[data-testid="chart"]' },
    { key: 'first.axis', of: '[data-testid="chart"]' },
    { key: 'first.wide', of: '[data-testid="full-screen"]' },
  ],
} as const;
export type HintedPath = keyof typeof HINTS;

const hintsSeen = stored('fxproHintsSeen');

/** Marks the element of a hint, which may be shown after the hint. Returns what takes the mark away. */
function markWhenShown(selector: string): () => void {
  let target: Element | null = null;
  const mark = (): void => {
    target = document.querySelector(selector);
    target?.setAttribute('data-hinted', '');
    if (target) observer.disconnect();
  };
  const observer = new MutationObserver(mark);
  observer.observe(document.body, { childList: true, subtree: true });
  mark();
  return () => {
    observer.disconnect();
    target?.removeAttribute('data-hinted');
  };
}

/** Shown once: they count as seen when the first one is shown. */
export function PageHints({ path }: { path: HintedPath }) {
  const { t } = useTranslation();
  const hints = HINTS[path];
  const [step, setStep] = useState(0);
  const hint = hints[step];
  useEffect(() => {
    if (!hintsSeen.peek().includes(path)) hintsSeen.value = [...hintsSeen.peek(), path];
  }, [path]);
  const selector = hint?.of;
  useEffect(() => (selector === undefined ? undefined : markWhenShown(selector)), [selector]);
  if (!hint) return null;
  const last = step === hints.length - 1;
  return (
    <section className={styles.strip} aria-label={t('first.hints')} role="status" data-testid="hint">
      <p className={styles.text}>{t(hint.key)}</p>
      <span className={styles.step}>{t('first.step', { step: step + 1, count: hints.length })}</span>
      {!last && (
        <Button kind="ghost" small onClick={() => setStep(hints.length)}>
          {t('first.skip')}
        </Button>
      )}
      <Button small onClick={() => setStep(step + 1)}>
        {t(last ? 'first.done' : 'first.next')}
      </Button>
    </section>
  );
}
