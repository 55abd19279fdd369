// The practice of a replay page: its buttons, and its parts, which are loaded when they are first used.
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { computed } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { lazyBlock, lazySheet } from '../../components/common/lazy-component.tsx';
import styles from '../../features/replay/market/replay-bar.module.css';
import type { PastPlayer } from '../../features/replay/market/past-player.ts';
import { journalEntry } from '../../features/replay/practice/journal-entry.ts';
import { troubleText } from '../../features/replay/practice/journal-text.ts';
import { storedPractice } from '../../features/replay/practice/practice-record.ts';
import { PracticeController } from '../../features/replay/practice/practice-controller.ts';
import { translate, useTranslation } from '../../locales/use-translation.ts';
import { saveToJournal } from '../../stores/device/practice-journal.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

const PracticePart = lazyBlock(
  () => import('../../features/replay/practice/practice-part.tsx'),
  ({ PracticePart: part }) => part,
  null,
  { texts: ['market', 'refusals', 'replay'] },
);
const JournalSheet = lazySheet(
  () => import('../../features/replay/practice/journal-sheet.tsx'),
  ({ JournalSheet: part }) => part,
);

export interface PracticeUi {
  practice: PracticeController;
  running: boolean;
  /** The panel while it runs, else the buttons that start it and open the journal. */
  part: ReactNode;
  /** Whether nothing keeps the user from jumping or leaving; else asks whether the practice ends. */
  mayLeave: (how: 'jump' | 'leave') => boolean;
}

export function usePractice(player: PastPlayer, instrument: Instrument): PracticeUi {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'end' | 'jump' | 'leave' | null>(null);
  const [used, setUsed] = useState(false);
  const [journal, setJournal] = useState(false);
  const [practice] = useState(
    () =>
      new PracticeController(player, instrument, (run) => {
        saveToJournal(journalEntry(run, instrument), null).catch((cause: unknown) =>
          showToast(troubleText(cause, translate()), 'error'),
        );
      }),
  );
  const [before, setBefore] = useState(() => storedPractice(instrument.info.id));
  useEffect(() => practice.follow(), [practice]);
  useEffect(() => {
    const off = new AbortController();
    window.addEventListener('pagehide', () => practice.store(), { signal: off.signal });
    return () => off.abort();
  }, [practice]);
  const running = useSignalValue(useMemo(() => computed(() => practice.state.value !== null), [practice]));
  useBeforeUnload(useSignalValue(useMemo(() => computed(() => practice.isAtStake), [practice])));
  const known = useSignalValue(useMemo(() => computed(() => player.status.value?.known === 'events'), [player]));
  const begin = (starting: Promise<void>, trouble: 'past.phase.failed' | 'practice.lost'): void => {
    setUsed(true);
    setBefore(null);
    starting.catch((cause: unknown) => {
      console.warn('practice start failed', cause);
      showToast(t(trouble), 'error');
    });
  };
  return {
    practice,
    running,
    part: (
      <>
        {used && <PracticePart practice={practice} running={running} asking={asking} onAsk={setAsking} />}
        {!running && (
          <PracticeStart
            isKnown={known}
            onResume={before && (() => begin(practice.resume(before), 'practice.lost'))}
            onStart={() => begin(practice.start(), 'past.phase.failed')}
            onJournal={() => setJournal(true)}
          />
        )}
        <JournalSheet open={journal} onClose={() => setJournal(false)} />
      </>
    ),
    mayLeave: (how) => {
      // It stays stored, to be played again.
      if (practice.isResuming) return how === 'leave';
      if (practice.isRunning) setAsking(how);
      return !practice.isRunning;
    },
  };
}

interface PracticeStartProps {
  /** Whether the events of the moment are loaded: a practice starts there. */
  isKnown: boolean;
  /** Null: no practice was stored. */
  onResume: (() => void) | null;
  onStart: () => void;
  onJournal: () => void;
}

/** How a practice begins, while none runs. */
function PracticeStart({ isKnown, onResume, onStart, onJournal }: PracticeStartProps) {
  const { t } = useTranslation();
  return (
    <>
      {onResume && (
        <div className={styles.start}>
          <Button kind="primary" wide onClick={onResume}>
            {t('practice.resume')}
          </Button>
        </div>
      )}
      <div className={`${styles.ways} ${styles.start}`}>
        <Button disabled={!isKnown} onClick={onStart} data-testid="practice-start">
          {t('practice.title')}
        </Button>
        <Button aria-haspopup="dialog" onClick={onJournal} data-testid="journal-open">
          {t('journal.short')}
        </Button>
      </div>
    </>
  );
}

/** Has the browser ask before the document is left: a closed tab ends a practice for good. */
function useBeforeUnload(asks: boolean): void {
  useEffect(() => {
    if (!asks) return undefined;
    const off = new AbortController();
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: off.signal });
    return () => off.abort();
  }, [asks]);
}
