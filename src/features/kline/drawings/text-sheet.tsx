// The sheet that edits a text drawing.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { MAX_TEXT_CHARS } from '../../../../chart/drawings/drawing-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import styles from './drawing-bar.module.css';
import type { DrawingSession } from './drawing-session.ts';

export function TextSheet({ session }: { session: DrawingSession }) {
  const { t } = useTranslation();
  const id = useSignalValue(session.editedText);
  const before = useSignalValue(session.drawings).find((each) => each.id === id)?.text ?? '';
  // Closing restores the previous text; a new drawing has none and is removed.
  return (
    <Sheet
      open={id !== null}
      onClose={() => session.setText(before)}
      title={t('draw.words')}
      closeLabel={t('app.close')}
    >
      <TextForm key={id} before={before} onDone={(words) => session.setText(words)} />
    </Sheet>
  );
}

function TextForm({ before, onDone }: { before: string; onDone: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(before);
  return (
    <form
      // React's autoFocus runs before the dialog is shown; the attribute is read by showModal().
      ref={(form) => form?.querySelector('input')?.setAttribute('autofocus', '')}
      className={styles.textForm}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text);
      }}
    >
      <TextField
        label={t('draw.text')}
        value={text}
        onValue={setText}
        maxLength={MAX_TEXT_CHARS}
        autoComplete="off"
        enterKeyHint="done"
      />
      <Button kind="primary" wide type="submit" disabled={text.trim() === ''}>
        {t('app.confirm')}
      </Button>
    </form>
  );
}
