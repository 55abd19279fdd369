// All of a practice but its chart: panel, question before its end, result card. Loaded when it is first started.
import { quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { saveToJournal } from '../../../stores/device/practice-journal.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { ConfirmSheet } from '../../../ui/overlays/confirm-sheet.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { journalEntry } from './journal-entry.ts';
import { troubleText } from './journal-text.ts';
import type { PracticeController } from './practice-controller.ts';
import { PracticePanel } from './practice-panel.tsx';
import { ResultSheet } from './practice-result.tsx';

export interface PracticePartProps {
  practice: PracticeController;
  running: boolean;
  /** What the user wants to do, which ends the practice; null: nothing. */
  asking: 'end' | 'jump' | 'leave' | null;
  onAsk: (what: 'end' | null) => void;
}

export function PracticePart({ practice, running, asking, onAsk }: PracticePartProps) {
  const { t } = useTranslation();
  const ended = useSignalValue(practice.ended);
  const { instrument } = practice;
  const end = (): void => {
    onAsk(null);
    practice.end().catch((cause: unknown) => {
      console.warn('practice end failed', cause);
      showToast(t('past.phase.failed'), 'error');
    });
  };
  return (
    <>
      {running && <PracticePanel practice={practice} onEnd={() => onAsk('end')} />}
      <ConfirmSheet
        open={asking !== null && running}
        title={t('practice.ask')}
        text={asking === 'jump' ? `${t('practice.askJump')} ${t('practice.askText')}` : t('practice.askText')}
        confirmLabel={t('practice.end')}
        cancelLabel={t('practice.goOn')}
        closeLabel={t('app.close')}
        onConfirm={end}
        onCancel={() => onAsk(null)}
      />
      <ResultSheet
        key={ended?.id}
        run={ended}
        coin={quoteSymbol(instrument.info)}
        onSave={(run, text) =>
          saveToJournal(journalEntry(run, instrument), text).then(
            () => '',
            (cause: unknown) => troubleText(cause, t),
          )
        }
        onClose={() => practice.dismiss()}
      />
    </>
  );
}
