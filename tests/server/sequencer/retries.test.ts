// A thousand orders, each sent three times at once under one client number: one order, one answer.
import { expect, it } from 'vitest';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { sendThrice } from './retries.ts';

const ORDERS = 1_000;
const server = postgresForFile();

it.for(STORE_KINDS)(
  'an order sent three times at once is one order with one answer (%s)',
  { timeout: 180_000 },
  async (kind, { skip }) => {
    const store = await (await databaseOf(kind, server, skip)).open();
    expect(await sendThrice(store, ORDERS)).toEqual({ stored: ORDERS, open: ORDERS, unequal: 0 });
    await store.close();
  },
);
