// Child process of the sync test: one command after another, each printed when it is answered.
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { openStoreOf } from '../../../../server/store/open-store.ts';
import { testInstruments } from '../../../support/exchange/spot-fixture.ts';
import { print } from '../../../support/data/print.ts';

const [where = '', count] = process.argv.slice(2);
const store = await openStoreOf(
  where.includes('://') ? { dataDir: '', databaseUrl: where } : { dataDir: where, databaseUrl: null },
);
const sequencer = await createSequencer({ store, instruments: testInstruments(), now: Date.now });
for (let at = 0; at < Number(count); at += 1) {
  const { answer } = await sequencer.submit({
    kind: 'credit',
    uid: 10_001,
    wallet: 'spot',
    coinId: 1,
    units: 1n,
    recordType: 'test',
    remark: String(at),
  });
  print('code' in answer ? 'refused\n' : `answered ${at}\n`);
}
await sequencer.close();
await store.close();
