// Child process of the kill test of a whole exchange: bots, clock and a user who trades in all kinds.
import { type Form, startRunning } from '../support/server/running-exchange.ts';
import { print } from '../support/data/print.ts';

const LANES = 4;
const BTC = 2;
const BTC_CONTRACT = 102;

const [dataDir = '', round = ''] = process.argv.slice(2);
const at = await startRunning({ DATA_DIR: dataDir });
const { token, uid } = await at.user(`killed${round}@example.com`);
await at.call('/coin/transfer', { type: 'transfer_to_contract', coinInfoId: 1, amount: '3000', clientNo: 't' }, token);
print('ready\n');

/** Paths and forms of a lane, over and over. */
function acts(clientNo: string): [path: string, form: Form][] {
  const order = { coinInfoId: BTC, side: 'buy', orderType: 'market', amount: '0.001', clientNo };
  return [
    ['/coin/order/add', order],
    ['/qt/contract/add', { coinInfoId: BTC, direction: 'up', period: 60, amount: '10', clientNo }],
    ['/coin/order/add', { ...order, side: 'sell', clientNo: `${clientNo}s` }],
    [
      '/coin/contract/order/add',
      { coinInfoId: BTC_CONTRACT, direction: 'long', orderType: 'market', multiple: 10, amount: '0.001', clientNo },
    ],
  ];
}

async function lane(number: number): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    for (const [path, form] of acts(`${round}-${number}-${turn}`)) {
      const { code } = await at.call(path, form, token);
      if (code === 0) print(`done ${path} ${uid} ${form['clientNo']}\n`);
    }
  }
}

await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
