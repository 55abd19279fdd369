// Button that makes a CSV file and downloads it, with its progress where that takes long.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Working } from '../../ui/fields/working.tsx';
import { errorText } from './error-text.ts';

interface CsvFile {
  name: string;
  csv: string;
}

export interface CsvButtonProps {
  /** Makes the file; calls `onShare` with the share of it that is there, from 0 to 1, where that is known. */
  file: (onShare: (share: number) => void) => Promise<CsvFile>;
}

export function CsvButton({ file }: CsvButtonProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [share, setShare] = useState<number>();
  const save = (): void => {
    setBusy(true);
    setShare(undefined);
    file(setShare)
      .then(({ name, csv }) => saveFile(name, csv, 'text/csv'))
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'))
      .finally(() => setBusy(false));
  };
  return (
    <Working busy={busy} label={t('app.csv')} share={share}>
      <Button small busy={busy} onClick={save} data-testid="csv" aria-label={t('app.csv')}>
        CSV
      </Button>
    </Working>
  );
}
