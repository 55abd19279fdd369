// @vitest-environment happy-dom
// My contracts and the marks: answers and the feed, and figures that move without the list being drawn again.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { provideCallContext } from '../../../src/api/call-context.ts';
import {
  cellsOf,
  contractChanges,
  contractsState,
  clearContracts,
  onContractsEvent,
  loadContracts,
  openContracts,
} from '../../../src/stores/account/contract-orders.ts';
import { onMarksEvent, markOf } from '../../../src/stores/market/marks.ts';
import { onNoticesEvent, newestNotice, unreadNotices } from '../../../src/stores/account/notices.ts';
import { stored } from '../../../src/stores/device/storage.ts';

function held(given: Partial<ContractOrder> = {}): ContractOrder {
  return {
    id: 1,
    orderNo: 'C000000000001',
    clientNo: 'a',
    coinInfoId: 20,
    symbol: 'BTC',
    direction: 'long',
    multiple: 10,
    amount: '0.100',
    orderType: 'market',
    limitPrice: '',
    openPrice: '60000.00',
    closePrice: '',
    currentPrice: '60000.00',
    profitPrice: '',
    lossPrice: '',
    securityDeposit: '600',
    riskRate: '0.05',
    fee: '3.6',
    profit: '0',
    profitRate: '0',
    status: 1,
    closeType: 0,
    openTime: 100,
    closeTime: 0,
    createTime: 100,
    updateTime: 100,
    ...given,
  };
}
const channel = (name: 'contracts' | 'positions' | 'mark' | 'notices', data: unknown, coinInfoId = 0) =>
  ({ kind: 'channel', channel: name, coinInfoId, snapshot: false, data }) as const;

let answer: (list: ContractOrder[]) => void = () => undefined;

beforeEach(() => {
  provideCallContext({
    base: 'http://test',
    token: () => 'tok',
    language: () => 'en-US',
    sessionEnded: () => undefined,
    toast: () => undefined,
  });
  stored('fxproUserToken').value = 'tok';
  clearContracts();
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        answer = (list) => resolve(new Response(JSON.stringify({ code: 0, msg: 'OK', data: { list } })));
      }),
  );
});

describe('contracts', () => {
  it('are the answer and what the feed said meanwhile; closed ones leave', async () => {
    const loading = loadContracts();
    onContractsEvent(channel('contracts', held({ id: 2, createTime: 300 })));
    answer([held()]);
    await loading;
    expect([contractsState.peek(), openContracts.peek().map(({ id }) => id)]).toEqual(['ready', [2, 1]]);
    onContractsEvent(channel('contracts', held({ id: 2, status: 3, closeType: 2, updateTime: 900 })));
    expect(openContracts.peek().map(({ id }) => id)).toEqual([1]);
  });

  it('move with the mark in their cells alone', () => {
    onContractsEvent(channel('contracts', held()));
    const [before, list] = [contractChanges.peek(), openContracts.peek()];
    onContractsEvent(
      channel('positions', [{ id: 1, coinInfoId: 20, profit: '-12.5', riskRate: '0.31', markPrice: '59875.00' }]),
    );
    expect([
      cellsOf(1).profit.peek(),
      cellsOf(1).riskRate.peek(),
      cellsOf(1).markPrice.peek(),
      cellsOf(1).currentPrice.peek(),
    ]).toEqual(['-12.5', '0.31', '59875.00', '60000.00']);
    expect([contractChanges.peek(), openContracts.peek()]).toEqual([before, list]);
  });

  it('out of shape are left out', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    onContractsEvent(channel('contracts', { id: 'x' }));
    onContractsEvent(channel('positions', 7));
    expect([openContracts.peek().length, warned.mock.calls.length]).toEqual([0, 2]);
  });

  it('end with the session', () => {
    onContractsEvent(channel('contracts', held()));
    onContractsEvent({ kind: 'sessionEnded' });
    expect([openContracts.peek().length, contractsState.peek()]).toEqual([0, 'unknown']);
  });
});

describe('marks and notices', () => {
  it('a mark fills the cells of its market', () => {
    onMarksEvent(channel('mark', { mark: '60001.00', index: '60002.00', fundingRate: '0', nextFundingTime: 0 }, 20));
    expect([markOf(20).mark.peek(), markOf(20).index.peek(), markOf(2).mark.peek()]).toEqual([
      '60001.00',
      '60002.00',
      '',
    ]);
  });

  it('a notice tells how many are unread', () => {
    onNoticesEvent(
      channel('notices', {
        id: 4,
        kind: 'personal',
        category: 'risk',
        title: 't',
        content: 'c',
        read: 0,
        link: '',
        createTime: 5,
        unreadNum: 3,
      }),
    );
    expect([unreadNotices.peek(), newestNotice.peek()?.id]).toEqual([3, 4]);
    onNoticesEvent({ kind: 'sessionEnded' });
    expect(unreadNotices.peek()).toBe(0);
  });
});
