// Bots' orders end with their process (L13): what is before an end is compared with what is after it without them.
import { isBot } from '../../../server/exchange/command.ts';
import type { Sequencer } from '../../../server/sequencer/sequencer.ts';

/** Withdraws every order of every bot. */
export async function withdrawBots({ machine, submit }: Pick<Sequencer, 'machine' | 'submit'>): Promise<void> {
  const uids = new Set(
    machine
      .allBalances()
      .map(({ uid }) => uid)
      .filter(isBot),
  );
  for (const uid of uids) await submit({ kind: 'cancelAllSpot', uid, coinInfoId: null });
}
