// The flight recorder's file (raw messages of the last ten minutes): saved, shown in the chart, and the replay's link.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { marketWorker } from '../../api/market-worker.ts';
import { saveFile } from '../../lib/save-file.ts';
import { replayInChart } from '../../stores/device/handed-recording.ts';
import { showToast } from '../../stores/ui/toast.ts';
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
  const show = async (): Promise<void> => {
    try {
      await replayInChart(new Blob([await marketWorker().recording()]));
    } catch (cause) {
      console.warn('recording not handed over', cause);
      showToast(t('status.inChartFailed'), 'error');
    }
  };
  return (
    <>
      <Button wide onClick={() => void save()} data-testid="save-raw">
        {t(none ? 'status.saveRawNone' : 'status.saveRaw')}
      </Button>
      <Button wide onClick={() => void show()} data-testid="recording-in-chart">
        {t('status.inChart')}
      </Button>
      <Button kind="ghost" onClick={() => void navigate({ to: '/replay' })}>
        {t('status.replay')}
      </Button>
    </>
  );
}
