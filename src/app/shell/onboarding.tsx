// Onboarding card at the bottom of the page: price colours and language once, then hints on the
// first visit of a trading page. It blocks nothing.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadNamespaces } from '../../locales/i18n.ts';
import { LANGUAGES, isLanguage } from '../../locales/languages.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { language, setLanguage } from '../../stores/device/language.ts';
import { stored } from '../../stores/device/storage.ts';
import { paletteChoice, upDownChoice } from '../../stores/device/theme.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './onboarding.module.css';
import { HINTS, type HintedPath, isHinted } from './onboarding-hints.ts';
import { router } from '../routing/router.tsx';

const looksAsked = stored('fxproLooksAsked');
const hintsSeen = stored('fxproHintsSeen');

/** Mounts the card. Throws when its texts cannot be loaded. */
export async function startOnboarding(): Promise<void> {
  await loadNamespaces(['demo']);
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<Onboarding />);
}

/** Path of the current page. */
function usePath(): string {
  const [path, setPath] = useState(() => router.state.location.pathname);
  useEffect(() => router.subscribe('onResolved', ({ toLocation }) => setPath(toLocation.pathname)), []);
  return path;
}

function Onboarding() {
  const path = usePath();
  const open = useSignalValue(looksAsked) === '0';
  // The demo page asks the same question.
  if (path === '/demo') return null;
  if (open) return <LooksQuestion />;
  return isHinted(path) ? <Hints key={path} path={path} /> : null;
}

/** Choices with their message key and the colours of up and down. */
const LOOKS = [
  ['green-up', 'demo.greenUp', 'var(--green)', 'var(--red)'],
  ['red-up', 'demo.redUp', 'var(--red)', 'var(--green)'],
  ['safe', 'first.safe', 'light-dark(#0b5cad, #4aa8ff)', 'light-dark(#9a4a00, #ff9a3d)'],
] as const;

function markAnswered(): void {
  looksAsked.value = '1';
}

function choose(look: (typeof LOOKS)[number][0]): void {
  if (look === 'safe') paletteChoice.value = 'safe';
  else upDownChoice.value = look;
  markAnswered();
}

function LooksQuestion() {
  const { t } = useTranslation();
  const current = useSignalValue(language);
  const chooseLanguage = (code: string): void => {
    if (isLanguage(code)) setLanguage(code).catch(() => showToast(t('set.languageFailed'), 'error'));
  };
  return (
    <section className={styles.card} aria-label={t('first.ask')} data-testid="first-question">
      <header className={styles.head}>
        <h2>{t('first.ask')}</h2>
        <IconButton label={t('app.close')} onClick={markAnswered}>
          <Icon name="close" size={20} />
        </IconButton>
      </header>
      <div className={styles.looks}>
        {LOOKS.map(([look, key, up, down]) => (
          <button
            key={look}
            type="button"
            className={styles.look}
            onClick={() => choose(look)}
            data-testid={`look-${look}`}
          >
            <span aria-hidden="true">
              <b style={{ color: up }}>▲</b> <b style={{ color: down }}>▼</b>
            </span>
            {t(key)}
          </button>
        ))}
      </div>
      <SelectField
        label={t('title.language')}
        value={current}
        onValue={chooseLanguage}
        choices={Object.entries(LANGUAGES).map(([key, { name }]) => ({ key, label: name }))}
      />
    </section>
  );
}

function markHintsSeen(path: HintedPath): void {
  if (!hintsSeen.peek().includes(path)) hintsSeen.value = [...hintsSeen.peek(), path];
}

/** The hints of one page, shown once: they count as seen when the first one is shown. */
function Hints({ path }: { path: HintedPath }) {
  const { t } = useTranslation();
  const hints = HINTS[path];
  const [step, setStep] = useState(() => (hintsSeen.peek().includes(path) ? hints.length : 0));
  const hint = hints[step];
  useEffect(() => {
    markHintsSeen(path);
  }, [path]);
  const selector = hint?.of;
  useEffect(() => {
    const target = selector === undefined ? null : document.querySelector<HTMLElement>(selector);
    target?.setAttribute('data-hinted', '');
    return () => target?.removeAttribute('data-hinted');
  }, [selector]);
  if (!hint) return null;
  const last = step === hints.length - 1;
  return (
    <section className={styles.card} aria-label={t('first.hints')} role="status" data-testid="hint">
      <p>{t(hint.key)}</p>
      <footer className={styles.head}>
        <span className={styles.fact}>{t('first.step', { step: step + 1, count: hints.length })}</span>
        {!last && (
          <Button kind="ghost" small onClick={() => setStep(hints.length)}>
            {t('first.skip')}
          </Button>
        )}
        <Button kind="primary" small onClick={() => setStep(step + 1)}>
          {t(last ? 'first.done' : 'first.next')}
        </Button>
      </footer>
    </section>
  );
}
