// @vitest-environment happy-dom
// The sheet of take-profit and stop-loss: each shows the profit of what it closes.
import { act } from 'react';
import { expect, it } from 'vitest';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { PositionSheet } from '../../../../src/features/contracts/position-sheets.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { madeContract } from '../terminal/made-contract.ts';

const place = reactRoot();

it('shows the profit of a part, and of the whole position', async () => {
  await startI18n('en-US');
  await loadNamespaces(['market', 'contracts', 'orders']);
  const order = madeContract({
    status: 1,
    openPrice: '60000',
    holdAmount: '0.1',
    profitPrice: '61000.00',
    profitAmount: '0.04',
    lossPrice: '59000.00',
  });
  const instrument = instrumentOf({ ...btcInfo(), id: 102, contractEnable: 1 });
  const sheet = (
    <PositionSheet open action="triggers" order={order} instrument={instrument} onClose={() => undefined} />
  );
  await act(async () => place.root.render(sheet));
  const hints = [...document.querySelectorAll('.hint')].map(({ textContent }) => textContent);
  expect(hints).toEqual(['Est. PnL: +40.00 USDT before fees', 'Est. PnL: -100.00 USDT before fees']);
});
