// The card of a practice that ended: its figures, tags and notes.
import { useState } from 'react';
import { practiceResult } from '../../../../core/practice/practice-result.ts';
import { Fact } from '../../../ui/fact.tsx';
import { toneOf } from '../../../ui/tone.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { MAX_NOTES_LENGTH, tagsOf } from '../../../stores/device/practice-journal.ts';
import { percentText } from '../../../stores/market/number-format.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import type { PracticeRun } from './practice-controller.ts';
import { centsText, signedCentsText } from './practice-text.ts';
import styles from './practice.module.css';

export interface ResultSheetProps {
  run: PracticeRun | null;
  coin: string;
  /** Stores tags and notes; '' or what went wrong. */
  onSave: (run: PracticeRun, text: { tags: string[]; notes: string }) => Promise<string>;
  onClose: () => void;
}

export function ResultSheet({ run, coin, onSave, onClose }: ResultSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={run !== null} onClose={onClose} title={t('practice.result')} closeLabel={t('app.close')}>
      {run && <ResultCard run={run} coin={coin} onSave={onSave} onClose={onClose} />}
    </Sheet>
  );
}

function ResultCard({ run, coin, onSave, onClose }: ResultSheetProps & { run: PracticeRun }) {
  const { t } = useTranslation();
  const [tags, setTags] = useState('');
  const [notes, setNotes] = useState('');
  const [trouble, setTrouble] = useState('');
  const save = async (): Promise<void> => {
    const failed = await onSave(run, { tags: tagsOf(tags), notes });
    if (failed === '') onClose();
    else setTrouble(failed);
  };
  return (
    <form
      className={styles.form}
      data-testid="practice-result"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Figures run={run} coin={coin} />
      {run.trades.length > 0 && (
        <>
          <TextField label={t('journal.tags')} value={tags} onValue={setTags} data-testid="practice-tags" />
          <TextArea
            label={t('journal.notes')}
            value={notes}
            maxLength={MAX_NOTES_LENGTH}
            rows={3}
            onValue={setNotes}
            data-testid="practice-notes"
          />
          <p className={styles.trouble} role="alert">
            {trouble}
          </p>
          <Button kind="primary" wide type="submit" data-testid="practice-save">
            {t('journal.save')}
          </Button>
        </>
      )}
    </form>
  );
}

function Figures({ run: { trades }, coin }: Pick<ResultSheetProps, 'coin'> & { run: PracticeRun }) {
  const { t } = useTranslation();
  const result = practiceResult(trades);
  const share = percentText(result.wins / result.trades, 0);
  const money = [
    ['practice.net', result.netUnits],
    ['practice.expectancy', result.expectancyUnits],
    ['practice.drawdown', -result.drawdownUnits],
    ['practice.adverse', result.adverseUnits],
    ['practice.favourable', result.favourableUnits],
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        <Fact label={t('practice.trades')} className="num">
          {result.trades}
        </Fact>
        <Fact label={t('practice.wins')} className="num">
          {share}
        </Fact>
        {money.map(([key, units]) => (
          <Fact key={key} label={t(key, { coin })} className="num" data-tone={toneOf(units)}>
            {signedCentsText(units)}
          </Fact>
        ))}
        <Fact label={t('practice.fees')} className="num">
          {centsText(result.feeUnits)}
        </Fact>
      </dl>
      {trades.some(({ isValued }) => isValued) && <p className="hint">{t('practice.valued')}</p>}
    </>
  );
}
