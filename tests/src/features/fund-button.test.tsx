// @vitest-environment happy-dom
// An empty account's ticket leads to money: to a transfer where the other account has some, else to its source.
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFundStep } from '../../../src/components/ticket/fund-button.tsx';
import { stored } from '../../../src/stores/device/storage.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const USDT = 1;
const BTC = 2;
const place = reactRoot();
const shown = (): string => place.host.textContent;

function Probe({ account, coin }: { account: 'spot' | 'contract'; coin: number | null }) {
  return <>{useFundStep(account, coin) ?? 'nothing'}</>;
}

function hold(spot: string, contract: string): void {
  const asset = { balanceSpot: spot, balanceSpotFreeze: '0', balanceContract: contract, balanceContractFreeze: '0' };
  stored('assetsData').value = {
    assets: [{ coinInfoId: USDT, symbol: 'USDT', ...asset }],
    usdtAmountSpotFreeze: '0',
    usdtAmountContractFreeze: '0',
  };
}

/** The exchange answers with its flags, and the modules are fresh: nothing is known about it yet. */
function exchangeIs(demo: 0 | 1): void {
  vi.resetModules();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data: { features: { demo } } }))),
  );
}

const show = (account: 'spot' | 'contract', coin: number | null): void =>
  act(() => place.root.render(<Probe account={account} coin={coin} />));

beforeEach(() => {
  stored('fxproUserToken').value = 'token';
  stored('assetsData').value = null;
});

describe('useFundStep', () => {
  it('is silent for visitors, while balances are unknown, and while there is money', () => {
    show('spot', USDT);
    expect(shown()).toBe('nothing');
    act(() => hold('10', '0'));
    show('spot', USDT);
    expect(shown()).toBe('nothing');
    act(() => {
      stored('fxproUserToken').value = '';
      hold('0', '10');
    });
    show('spot', USDT);
    expect(shown()).toBe('nothing');
  });

  it('offers a transfer where the other account has money, also for a remainder that buys nothing', () => {
    hold('7000', '0');
    show('contract', USDT);
    expect(shown()).toBe('transfer');
    act(() => hold('0.004', '3000'));
    show('spot', USDT);
    expect(shown()).toBe('transfer');
  });

  it('follows the balance', () => {
    hold('7000', '0');
    show('contract', USDT);
    act(() => hold('4000', '3000'));
    expect(shown()).toBe('nothing');
  });

  it('has nothing to offer for another coin: there is no order that pays with it', () => {
    hold('0', '10');
    show('spot', null);
    expect(shown()).toBe('nothing');
    show('spot', BTC);
    expect(shown()).toBe('nothing');
  });
});

describe('an account without money', () => {
  it.each([
    [1, 'demo'],
    [0, 'deposit'],
  ] as const)('on an exchange with demo=%i leads to %s, and before that is known nowhere', async (demo, wanted) => {
    exchangeIs(demo);
    const { loadExchangeMode } = await import('../../../src/stores/market/exchange-mode.ts');
    const { useFundStep: hook } = await import('../../../src/components/ticket/fund-button.tsx');
    const { stored: storedNow } = await import('../../../src/stores/device/storage.ts');
    const { setCallContext } = await import('../../../src/api/call-context.ts');
    setCallContext({
      base: 'http://test',
      token: () => '',
      language: () => 'en-US',
      onSessionEnded: () => undefined,
      showToast: () => undefined,
    });
    storedNow('fxproUserToken').value = 'token';
    storedNow('assetsData').value = { assets: [], usdtAmountSpotFreeze: '0', usdtAmountContractFreeze: '0' };
    function Fresh() {
      return <>{hook('spot', USDT) ?? 'nothing'}</>;
    }
    act(() => place.root.render(<Fresh />));
    expect(shown()).toBe('nothing');
    await act(() => loadExchangeMode());
    expect(shown()).toBe(wanted);
  });
});
