// Sends orders three times at once under one client number, for the short test and the soak test.
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { toText } from '../../../server/sequencer/codec.ts';
import type { Store } from '../../../server/store/store.ts';
import { COIN, USDT, credit, place, testInstruments } from '../../support/exchange/spot-fixture.ts';

/** Commands in progress at once, all copies counted: fewer than the queue holds. */
const UNDER_WAY = 6_000;
const COPIES = 3;
const USERS = 100;

/** Number of orders in the store after `count` were sent three times each, and of those whose answers differed. */
export async function sendThrice(
  store: Store,
  count: number,
): Promise<{ stored: number; open: number; unequal: number }> {
  const sequencer = await createSequencer({ store, instruments: testInstruments(), now: Date.now });
  for (let at = 0; at < USERS; at += 1) await sequencer.submit(credit(20_000 + at, USDT, 1_000_000n * COIN));
  let unequal = 0;
  const send = async (at: number): Promise<void> => {
    const order = place(20_000 + (at % USERS), 'buy', 40_000 + (at % 700), 1_000 + at, { clientNo: `thrice-${at}` });
    const answers = await Promise.all(Array.from({ length: COPIES }, () => sequencer.submit({ ...order })));
    // Once more after all is written: the first answer again.
    answers.push(await sequencer.submit({ ...order }));
    const texts = answers.map(({ answer }) => toText(answer));
    if (texts.some((text) => text !== texts[0]) || answers.some(({ answer }) => 'code' in answer)) unequal += 1;
  };
  const together = UNDER_WAY / COPIES;
  for (let from = 0; from < count; from += together)
    await Promise.all(Array.from({ length: Math.min(together, count - from) }, (_, at) => send(from + at)));
  await sequencer.projected();
  const row = await store.first<{ stored: bigint }>('SELECT COUNT(*) AS stored FROM exchange_order');
  const open = sequencer.machine.market(2)?.openOrders ?? 0;
  await sequencer.close();
  return { stored: Number(row?.stored), open, unequal };
}
