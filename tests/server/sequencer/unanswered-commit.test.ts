// A database that commits, and ends before it answers: what it got is unknown, the rest is refused.
import { expect, it } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { openPostgres } from '../../../server/store/postgres/postgres-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { ALICE, COIN, USDT, credit, place, testInstruments } from '../../support/exchange/spot-fixture.ts';
import { freshDatabase, postgresForFile } from '../../support/server/test-database.ts';
import { proxyBefore } from '../store/dying-connection.ts';

const server = postgresForFile();
const RECONNECT_MS = 300;

const READY_OUTSIDE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]); // the end of an answer, with no transaction open

/**
 * A way to the database that ends with a transaction: all of it arrives, no answer comes back, nor can anyone connect
 * again. `gone` resolves then.
 */
async function openMuteProxy(url: string): Promise<{ url: string; mute(): void; gone: Promise<void> }> {
  let isMute = false;
  let isGone = false;
  let onGone = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    onGone = resolve;
  });
  let connections = 0;
  const way = await proxyBefore(url, (socket) => {
    connections += 1;
    // A store connects with its writing session first.
    const isWriter = connections === 1;
    if (isGone) socket.destroy();
    return (answer) => {
      if (!isMute || !isWriter) return void socket.write(answer);
      if (!answer.subarray(-READY_OUTSIDE.length).equals(READY_OUTSIDE)) return;
      isGone = true;
      socket.destroy();
      onGone();
    };
  });
  return {
    url: way,
    gone,
    mute: () => {
      isMute = true;
    },
  };
}

function sequencerOn(store: Store): ReturnType<typeof createSequencer> {
  return createSequencer({ store, instruments: testInstruments(), now: Date.now, report: () => {} });
}

it('answers 1501 for what may be stored, 1500 for what is not', { timeout: 180_000 }, async ({ skip }) => {
  const { where, open } = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
  const proxy = await openMuteProxy(where);
  const store = await openPostgres(proxy.url, RECONNECT_MS);
  const sequencer = await sequencerOn(store);
  await sequencer.submit(credit(ALICE, USDT, 1_000_000n * COIN));
  await sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'known' }));
  proxy.mute();
  const stored = sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'stored' }));
  await proxy.gone;
  const later = sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'later' }));
  expect((await stored).answer).toMatchObject({ code: CODE.unsure });
  expect((await later).answer).toMatchObject({ code: CODE.busy });
  await sequencer.close();
  await store.close();

  const whole = await open();
  const again = await sequencerOn(whole);
  const found = ['known', 'stored', 'later'].map((clientNo) => again.queries.orderByClientNo(ALICE, clientNo));
  expect((await Promise.all(found)).map((order) => order !== null)).toEqual([true, true, false]);
  await again.close();
  await whole.close();
});
