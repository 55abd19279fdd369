// @vitest-environment happy-dom
// Moving a contract order that waits: sent once, refused it stays, and never there twice.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { responseSchema } from '../../../../src/api/response-schema.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';
import { movableContractLine } from '../../../../src/components/order-lines/movable-contract-line.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import { applyContract, clearContracts, openContracts } from '../../../../src/stores/account/contract-orders.ts';
import { toastLine } from '../../../../src/stores/ui/toast.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { madeContract } from './made-contract.ts';

const REPLACE = '/coin/contract/order/replace';
const btc = instrumentOf({ ...btcInfo(), id: 102, type: 'perpetual', contractEnable: 1 });
const order = madeContract({ pendingAmount: '0.05', profitPrice: '70000.00' });
const moved = { ...order, id: 2, limitPrice: '66500.00', createTime: 201, updateTime: 201 };

let calls: [path: string, form: Record<string, string>][] = [];
let answers: Record<string, () => object> = {};
const ok = (data: object): object => ({ code: 0, msg: 'OK', data });
const sent = (): string[] => calls.map(([path]) => path);
const shown = (): [number, number, string][] =>
  openContracts.peek().map(({ id, status, amount }) => [id, status, amount]);

async function move(): Promise<void> {
  movableContractLine(btc, order, translate()).move(6_650_000, null);
  await vi.advanceTimersByTimeAsync(6_000);
}

describe('a moved contract order', () => {
  beforeAll(
    async () => void (await Promise.all([responseSchema(REPLACE), responseSchema('/coin/contract/order/query')])),
  );
  beforeEach(async () => {
    vi.useFakeTimers();
    await startI18n('en-US');
    await loadNamespaces(['market', 'chart', 'contracts', 'refusals']);
    callAsAUser();
    clearContracts();
    applyContract(order);
    [calls, answers] = [[], { [REPLACE]: () => ok(moved) }];
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      calls.push([path, Object.fromEntries(new URLSearchParams(body))]);
      return new Response(JSON.stringify((answers[path] ?? (() => ({ code: 1404, msg: 'no', data: null })))()));
    });
    return () => vi.useRealTimers();
  });

  it('is sent by its id and new price alone, once however often it is dropped, and is there once', async () => {
    const line = movableContractLine(btc, order, translate());
    line.move(6_650_000, null);
    line.move(6_640_000, null);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls).toEqual([[REPLACE, { id: '1', limitPrice: '66500.00', clientNo: expect.stringMatching(/.{8}/) }]]);
    expect(shown()).toEqual([[2, 0, '0.05']]);
    expect(toastLine.peek()?.text).toBe('Order moved to 66,500.00');
  });

  it('refused it stays, with the reason of the exchange; one that met an order of its owner has ended', async () => {
    answers[REPLACE] = () => ({ code: CODE.busy, msg: 'The exchange is busy.', data: null });
    await move();
    expect([sent(), shown()]).toEqual([[REPLACE], [[1, 0, '0.05']]]);
    expect(toastLine.peek()).toMatchObject({ kind: 'error', text: 'The exchange is busy.' });
    answers[REPLACE] = () => ok({ ...moved, status: 4, pendingAmount: '0', closeReason: 'self_trade' });
    await move();
    expect([shown(), toastLine.peek()?.text]).toEqual([[], 'Cancelled, but not placed again']);
  });

  it('without an answer it is looked for by its number, and never sent again', async () => {
    answers[REPLACE] = () => ({ code: CODE.unsure, msg: 'unsure', data: null });
    answers['/coin/contract/order/query'] = () => ok(moved);
    await move();
    expect(sent()).toEqual([REPLACE, '/coin/contract/order/query']);
    expect(calls[1]![1]).toEqual({ clientNo: calls[0]![1]['clientNo'] });
    expect(shown()).toEqual([[2, 0, '0.05']]);
    delete answers['/coin/contract/order/query'];
    await move();
    expect(sent().filter((path) => path === REPLACE)).toHaveLength(2);
    expect(toastLine.peek()?.text).toBe('No answer yet. Check your open orders.');
  });

  it('filled in part meanwhile, its position is what the feed says', async () => {
    answers[REPLACE] = () => ok({ ...moved, amount: '0.03', pendingAmount: '0.03' });
    await move();
    const held = { status: 1, openPrice: '67000.00', holdAmount: '0.02', pendingAmount: '0', updateTime: 201 } as const;
    applyContract({ ...order, ...held });
    expect(shown()).toEqual([
      [2, 0, '0.03'],
      [1, 1, '0.05'],
    ]);
  });
});
