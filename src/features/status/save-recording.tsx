// Saves the flight recorder's file (raw messages of the last ten minutes) and links to the replay.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { marketWorker } from '../../api/market-worker.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';

export function SaveRecording() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [none, setNone] = useState(false);
  const save = async (): Promise<void> => {
    try {
      saveFile(
        `feed-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.feed`,
        await marketWorker().recording(),
        'application/octet-stream',
      );
      setNone(false);
    } catch (cause) {
      console.warn('recording unavailable', cause);
      setNone(true);
    }
  };
  return (
    <>
      <Button onClick={() => void save()} data-testid="save-raw">
        {t(none ? 'status.saveRawNone' : 'status.saveRaw')}
      </Button>
      <Button kind="ghost" onClick={() => void navigate({ to: '/replay' })}>
        {t('status.replay')}
      </Button>
    </>
  );
}
