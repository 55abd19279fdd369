// The journal of practices: statistics by tag, entries with tags and notes, and files to save.
import { useEffect, useState } from 'react';
import { practiceResult } from '../../../../core/practice/practice-result.ts';
import { toneOf } from '../../../ui/tone.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import {
  type JournalEntry,
  MAX_NOTES_LENGTH,
  journalEntries,
  removeFromJournal,
  saveToJournal,
  tagsOf,
} from '../../../stores/device/practice-journal.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/fields/disclosure.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { momentText } from '../market/moment-text.ts';
import { journalCsv, journalJson, tagStatistics } from './journal-file.ts';
import { troubleText } from './journal-text.ts';
import { centsText, signedCentsText } from './practice-text.ts';
import styles from './practice.module.css';

/** Entries that are listed; all are in the statistics and in the files. */
const MAX_LISTED = 50;

export function JournalSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('journal.title')} closeLabel={t('app.close')}>
      {open && <Journal />}
    </Sheet>
  );
}

function Journal() {
  const { t } = useTranslation();
  const [entries, setEntries] = useState<JournalEntry[] | null>(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    let isOver = false;
    journalEntries().then(
      (list) => !isOver && setEntries(list),
      (cause: unknown) => !isOver && setTrouble(troubleText(cause, t)),
    );
    return () => {
      isOver = true;
    };
  }, [t]);
  const change = async (act: Promise<void>): Promise<void> => {
    try {
      await act;
      setEntries(await journalEntries());
    } catch (cause) {
      setTrouble(troubleText(cause, t));
    }
  };
  const alert = trouble !== '' && (
    <p className={styles.trouble} role="alert">
      {trouble}
    </p>
  );
  if (!entries) return alert || <SkeletonRows rows={4} />;
  if (entries.length === 0) return <p className="hint">{t('journal.empty')}</p>;
  return (
    <div className={styles.form} data-testid="journal">
      {alert}
      <Statistics entries={entries} />
      <div className={styles.ways}>
        <Button small onClick={() => saveFile('practice-journal.csv', journalCsv(entries), 'text/csv')}>
          {t('journal.csv')}
        </Button>
        <Button small onClick={() => saveFile('practice-journal.json', journalJson(entries), 'application/json')}>
          {t('journal.json')}
        </Button>
      </div>
      {entries.slice(0, MAX_LISTED).map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          onRemove={() => void change(removeFromJournal(entry.id))}
          onSave={(text) => change(saveToJournal(entry, text))}
        />
      ))}
      {entries.length > MAX_LISTED && (
        <p className="hint">{t('journal.more', { count: entries.length - MAX_LISTED })}</p>
      )}
    </div>
  );
}

function Statistics({ entries }: { entries: JournalEntry[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('journal.byTag')}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['journal.tag', 'practice.trades', 'practice.expectancy', 'practice.drawdown'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
            <th scope="col">{t('practice.adverse')}</th>
            <th scope="col">{t('practice.favourable')}</th>
          </tr>
        </thead>
        <tbody>
          {tagStatistics(entries).map(({ tag, coin, result }) => (
            <tr key={`${tag} ${coin}`}>
              <th scope="row">{`${tag || t('journal.untagged')} · ${coin}`}</th>
              <td className="num">{result.trades}</td>
              <td className="num" data-tone={toneOf(result.expectancyUnits)}>
                {signedCentsText(result.expectancyUnits)}
              </td>
              <td className="num">{centsText(-result.drawdownUnits)}</td>
              <td className="num">{centsText(result.adverseUnits)}</td>
              <td className="num">{signedCentsText(result.favourableUnits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EntryProps {
  entry: JournalEntry;
  onRemove: () => void;
  onSave: (text: { tags: string[]; notes: string }) => Promise<void>;
}

function Entry({ entry, onRemove, onSave }: EntryProps) {
  const { t } = useTranslation();
  const [tags, setTags] = useState(entry.tags.join(', '));
  const [notes, setNotes] = useState(entry.notes);
  const { netUnits } = practiceResult(entry.trades);
  return (
    <Disclosure
      summary={
        <span>
          <b>{entry.pair}</b> <bdi>{momentText(entry.fromMs)}</bdi>{' '}
          <span className="num" data-tone={toneOf(netUnits)}>{`${signedCentsText(netUnits)} ${entry.quote}`}</span>{' '}
          {entry.tags.join(', ')}
        </span>
      }
    >
      <div className={styles.form}>
        <TextField label={t('journal.tags')} value={tags} onValue={setTags} />
        <TextArea label={t('journal.notes')} value={notes} maxLength={MAX_NOTES_LENGTH} rows={3} onValue={setNotes} />
        <div className={styles.ways}>
          <Button small onClick={() => void onSave({ tags: tagsOf(tags), notes })}>
            {t('journal.save')}
          </Button>
          <Button small onClick={onRemove}>
            {t('journal.remove')}
          </Button>
        </div>
      </div>
    </Disclosure>
  );
}
