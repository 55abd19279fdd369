// The sheet that asks for the words of a text on the chart.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { MOST_TEXT_CHARS } from '../../../../chart/drawings/drawing-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import styles from './drawing-bar.module.css';
import type { DrawingSession } from './drawing-session.ts';

export function TextSheet({ session }: { session: DrawingSession }) {
  const { t } = useTranslation();
  const id = useSignalValue(session.writing);
  const before = useSignalValue(session.drawings).find((each) => each.id === id)?.text ?? '';
  // Closing keeps the words that were there: a new text, which has none, is taken back.
  return (
    <Sheet open={id !== null} onClose={() => session.write(before)} title={t('draw.words')} closeLabel={t('app.close')}>
      <Words key={id} before={before} onDone={(words) => session.write(words)} />
    </Sheet>
  );
}

function Words({ before, onDone }: { before: string; onDone: (words: string) => void }) {
  const { t } = useTranslation();
  const [words, setWords] = useState(before);
  return (
    <form
      // React focuses before the sheet is open; the attribute tells the sheet's dialog whom to focus when it opens.
      ref={(form) => form?.querySelector('input')?.setAttribute('autofocus', '')}
      className={styles.words}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(words);
      }}
    >
      <TextField
        label={t('draw.text')}
        value={words}
        onValue={setWords}
        maxLength={MOST_TEXT_CHARS}
        autoComplete="off"
        enterKeyHint="done"
      />
      <Button kind="primary" wide type="submit" disabled={words.trim() === ''}>
        {t('app.confirm')}
      </Button>
    </form>
  );
}
