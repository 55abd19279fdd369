// The exchange's clock: one beat a second, so that indexes tick and marks move; and the insurance's first money.
import { USDT_ID } from '../../contract/instrument.ts';
import { isReject } from '../../contract/order.ts';
import { parseMoney } from '../../contract/units.ts';
import { HOUSE_UID, INSURANCE_UID } from '../exchange/command.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { pauseUntil } from './pause.ts';
import type { RunningMarket } from './source.ts';

const BEAT_MS = 1_000;
/** What an empty insurance is given by the house at a start, in USDT. */
const INSURANCE_USDT = '1000000';

/** Starts the clock; the first beat is done when this resolves. A beat that is refused (the exchange is busy) is left out. */
export async function startClock(sequencer: Pick<Sequencer, 'submit' | 'machine'>, now: () => number): Promise<RunningMarket> {
  await fundInsurance(sequencer);
  const beat = () => sequencer.submit({ kind: 'clock', uid: HOUSE_UID });
  await beat();
  const stopping = new AbortController();
  const running = beats(beat, now, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Beats stand on whole seconds, so that a slow one does not push the later ones back. */
async function beats(beat: () => Promise<unknown>, now: () => number, stopped: AbortSignal): Promise<void> {
  for (;;) {
    await pauseUntil(BEAT_MS - (now() % BEAT_MS), stopped);
    if (stopped.aborted) return;
    await beat();
  }
}

async function fundInsurance({ submit, machine }: Pick<Sequencer, 'submit' | 'machine'>): Promise<void> {
  if (machine.balance(INSURANCE_UID, 'contract', USDT_ID).available > 0n) return;
  const { answer } = await submit({
    kind: 'credit', uid: INSURANCE_UID, wallet: 'contract', coinId: USDT_ID, units: parseMoney(INSURANCE_USDT) ?? 0n, recordType: 'insurance', remark: 'first money',
  });
  if (isReject(answer)) throw new Error(`the insurance's first money was refused with ${answer.code}`);
}
