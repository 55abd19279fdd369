// Ten thousand orders, each sent three times at once under one client number, on each store.
import { expect, it } from 'vitest';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { sendThrice } from './retries.ts';

const ORDERS = 10_000;
const server = postgresForFile();

it.for(STORE_KINDS)(
  'ten thousand orders sent three times are ten thousand orders with equal answers (%s)',
  { timeout: 1_200_000 },
  async (kind, { skip }) => {
    const store = await (await databaseOf(kind, server, skip)).open();
    const result = await sendThrice(store, ORDERS);
    console.log(`${kind}: ${result.stored} orders stored, ${result.unequal} answered unlike`);
    expect(result).toEqual({ stored: ORDERS, open: ORDERS, unequal: 0 });
    await store.close();
  },
);
