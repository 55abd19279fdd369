// Child process of the kill test of binary options: a changing price, a fast clock, users who buy.
import { EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { openStoreOf } from '../../../../server/store/open-store.ts';
import { BOT, BTC, COIN, USDT, credit } from '../../../support/exchange/spot-fixture.ts';
import { drawsOf } from '../../../support/data/random-source.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { ownJournalOf } from '../../../support/server/own-journal.ts';
import { stake } from '../../../support/exchange/binary-option-fixture.ts';
import { USERS, fastNow, secondsInstruments } from './fast-seconds.ts';
import { print } from '../../../support/data/print.ts';

const [where = '', round = '0'] = process.argv.slice(2);
const store = await openStoreOf(
  where.includes('://') ? { dataDir: '', databaseUrl: where } : { dataDir: where, databaseUrl: null },
);
const sequencer = await createSequencer({
  ...ownJournalOf({ where }, store, secondsInstruments(), new URL('./rows-thread.mjs', import.meta.url)),
  now: fastNow,
});
const random = seeded(Number(round));
const { below } = drawsOf(random);

if (sequencer.machine.balance(BOT, 'spot', BTC).available === 0n) {
  await Promise.all([BTC, USDT].map((coinId) => sequencer.submit(credit(BOT, coinId, 1_000_000_000n * COIN))));
}
for (const uid of USERS)
  if (sequencer.machine.balance(uid, 'spot', USDT).available < 1000n * COIN)
    await sequencer.submit(credit(uid, USDT, 20_000n * COIN));
print('ready\n');

async function market(): Promise<void> {
  for (;;) {
    const middle = 1_000_000 + below(4);
    await sequencer.submit({
      kind: 'quote',
      uid: BOT,
      coinInfoId: BTC,
      cancel: sequencer.machine.openOrders(BOT, BTC).map(({ id }) => id),
      place: [
        { side: 'buy', priceTicks: middle - 10, lots: 50_000_000 },
        { side: 'sell', priceTicks: middle + 10, lots: 50_000_000 },
      ],
    });
    await sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
}

async function buyer(uid: number): Promise<void> {
  for (let at = 0; ; at += 1) {
    const clientNo = `${round}-${uid}-${at}`;
    const { answer } = await sequencer.submit(
      stake(uid, random() < 0.5 ? 'up' : 'down', {
        coinInfoId: BTC,
        periodS: 30,
        amountUnits: BigInt(10 + below(40)) * COIN,
        clientNo,
      }),
    );
    if (!('code' in answer)) print(`bought ${answer.seconds!.id} ${uid} ${clientNo}\n`);
    await new Promise((resolve) => {
      setTimeout(resolve, 2);
    });
  }
}

await Promise.all([market(), ...USERS.map(buyer)]);
