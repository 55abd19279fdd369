// @vitest-environment happy-dom
// Open contracts and mark prices: responses, feed events, and live figures that do not re-render lists.
import { effect } from '@preact/signals-react';
import { beforeEach, describe, expect, it, vi, onTestFinished } from 'vitest';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import { setCallContext } from '../../../src/api/call-context.ts';
import {
  cellsOf,
  contractChanges,
  contractsState,
  clearContracts,
  handleContractsEvent,
  loadContracts,
  openContracts,
  profitOf,
} from '../../../src/stores/account/contract-orders.ts';
import { followMark, handleMarksEvent, markOf } from '../../../src/stores/market/marks.ts';
import { handleNoticesEvent, newestNotice, unreadNotices } from '../../../src/stores/account/notices.ts';
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
  setCallContext({
    base: 'http://test',
    token: () => 'tok',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
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
  it('are the response plus what the feed changed meanwhile; closed ones are removed', async () => {
    const loading = loadContracts();
    handleContractsEvent(channel('contracts', held({ id: 2, createTime: 300 })));
    answer([held()]);
    await loading;
    expect([contractsState.peek(), openContracts.peek().map(({ id }) => id)]).toEqual(['ready', [2, 1]]);
    handleContractsEvent(channel('contracts', held({ id: 2, status: 3, closeType: 2, updateTime: 900 })));
    expect(openContracts.peek().map(({ id }) => id)).toEqual([1]);
  });

  it('change with the mark price in their cells only', () => {
    handleContractsEvent(channel('contracts', held()));
    const [before, list] = [contractChanges.peek(), openContracts.peek()];
    handleContractsEvent(
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

  it('pass a new mark price on once to what follows all of them', () => {
    const list = Array.from({ length: 100 }, (_, id) => held({ id }));
    list.forEach((each) => handleContractsEvent(channel('contracts', each)));
    const profits: bigint[] = [];
    onTestFinished(effect(() => void profits.push(profitOf(openContracts.value))));
    handleContractsEvent(
      channel(
        'positions',
        list.map(({ id }) => ({ id, coinInfoId: 20, profit: '0.00000002', riskRate: '0.31' })),
      ),
    );
    expect(profits).toEqual([0n, 200n]);
  });

  it('ignore invalid data', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    handleContractsEvent(channel('contracts', { id: 'x' }));
    handleContractsEvent(channel('positions', 7));
    expect([openContracts.peek().length, warned.mock.calls.length]).toEqual([0, 2]);
  });

  it('are cleared with the session', () => {
    handleContractsEvent(channel('contracts', held()));
    handleContractsEvent({ kind: 'sessionEnded', token: 'old' });
    expect([openContracts.peek().length, contractsState.peek()]).toEqual([0, 'unknown']);
  });
});

describe('marks and notices', () => {
  it('a mark price fills the cells of its market', () => {
    onTestFinished(followMark(20));
    handleMarksEvent(
      channel('mark', { mark: '60001.00', index: '60002.00', fundingRate: '0', nextFundingTime: 0 }, 20),
    );
    expect([markOf(20).mark.peek(), markOf(20).index.peek(), markOf(2).mark.peek()]).toEqual([
      '60001.00',
      '60002.00',
      '',
    ]);
  });

  it('a notice carries the number of unread notices', () => {
    handleNoticesEvent(
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
    handleNoticesEvent({ kind: 'sessionEnded', token: 'old' });
    expect(unreadNotices.peek()).toBe(0);
  });
});
