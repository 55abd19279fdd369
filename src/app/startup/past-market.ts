// The market of a replay: the worker of the past in place of the live market worker.
import { type PastWorkerClient, startPastWorker } from '../../api/past-worker.ts';
import { FILE_PARAM, IN_REPLAY } from '../../lib/replay-address.ts';
import { handedRecording } from '../../stores/device/handed-recording.ts';
import { handleWorkerError } from '../../stores/market/frame-receiver.ts';
import { pastFile } from '../../stores/device/past-file.ts';

export function pastMarket(): PastWorkerClient {
  const worker = startPastWorker(handleWorkerError);
  // An embedded chart is given no file of this browser.
  if (!IN_REPLAY) return worker;
  // As the route reads it: what is no key is no file.
  const key = Number(new URLSearchParams(window.location.search).get(FILE_PARAM) || NaN);
  if (!(key >= 0)) return worker;
  pastFile.value = 'opening';
  const opened = openHanded(worker, key);
  return {
    ...worker,
    // The markets are the file's.
    instruments: async () => {
      await opened;
      return worker.instruments();
    },
  };
}

async function openHanded(worker: PastWorkerClient, key: number): Promise<void> {
  try {
    const file = await handedRecording(key);
    pastFile.value = file ? await worker.openFile(file) : 'none';
  } catch (cause) {
    console.warn('handed recording not opened', cause);
    pastFile.value = 'none';
  }
}
