// @vitest-environment happy-dom
// All running seconds orders are loaded, however many markets they are in, and the whole file of a list.
import { afterEach, expect, it, vi } from 'vitest';
import { wholeCsv } from '../../../src/components/common/csv-parts.ts';
import { runningSeconds, secondsState } from '../../../src/stores/account/binary-option-orders.ts';
import { sessionToken } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { callAsAUser } from '../../support/data/call-context.ts';

const order = (id: number) => ({
  id,
  orderNum: `Q${id}`,
  coinInfoId: 2,
  symbol: 'BTC',
  direction: 'up',
  period: 300,
  amount: '1',
  profitRate: '0.85',
  expectedReturn: '1.85',
  strikePrice: '',
  executionPrice: '',
  fee: '0',
  // Two are bought in each millisecond.
  buyTime: Math.floor(id / 2),
  openTime: id,
  expirationTime: 1_000 + id,
  settleTime: 0,
  result: '',
  profit: '',
  payout: '0',
  status: 0,
});

afterEach(() => {
  stored('fxproUserToken').value = '';
  vi.unstubAllGlobals();
});

it('all running orders of all markets are loaded, beyond one page', async () => {
  callAsAUser(() => sessionToken.peek());
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const form = new URLSearchParams(body);
    const rest = Array.from({ length: 250 }, (_order, at) => order(250 - at)).filter(
      ({ buyTime }) => buyTime <= Number(form.get('endTime') ?? Infinity),
    );
    const list = rest.slice(0, Number(form.get('pageSize')));
    const data = { list, page: 1, pageSize: 100, total: rest.length, hasMore: list.length < rest.length };
    return Response.json({ code: 0, msg: '', data });
  });
  stored('fxproUserToken').value = 'tok';
  await expect.poll(() => secondsState.peek()).toBe('ready');
  expect(runningSeconds.peek().map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
});

it('a file of more lines than a part has is whole, each line once under one header', async () => {
  const HEAD = 'id,buyTime,text\r\n';
  // Three of the same time are at the end of a part.
  const all = [9, 8, 7, 7, 7, 5].map((time, at) => `${6 - at},${time},x\r\n`);
  const asked: unknown[] = [];
  const fetchPart = async ({ endTime = Infinity }: { endTime?: number }) => {
    asked.push(endTime);
    const rest = all.filter((line) => Number(line.split(',')[1]) <= endTime);
    return { csv: HEAD + rest.slice(0, 4).join(''), hasMore: rest.length > 4 };
  };
  expect(await wholeCsv('buyTime', fetchPart)).toBe(HEAD + all.join(''));
  expect(asked).toEqual([Infinity, 7]);
  // An exchange that knows no times gives what it has.
  const deaf = { csv: HEAD + all[0], hasMore: true };
  expect(await wholeCsv('buyTime', async () => deaf)).toBe(deaf.csv);
  expect(await wholeCsv('buyTime', async () => ({ hasMore: false }))).toBe('');
});
