// @vitest-environment happy-dom
// The question before an order is cancelled has the order's own size and price, for stops as well.
import { beforeAll, expect, it } from 'vitest';
import { cancelText } from '../../../src/components/order-review/spot-order-text.ts';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { translate } from '../../../src/locales/use-translation.ts';
import { madeOrder } from '../stores/made-order.ts';

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['market']);
});

it.each([
  [{}, /^Buy 0\.01(000)? BTC at 50,000(\.00)?\./],
  [{ orderType: 'stop_limit', stopPrice: '49000.00' }, /^Buy 0\.01(000)? BTC at 50,000(\.00)?\./],
  [
    { orderType: 'stop_market', price: '0', stopPrice: '49000.00', side: 'sell' },
    /^Sell 0\.01(000)? BTC at 49,000(\.00)?\./,
  ],
  [
    { orderType: 'stop_market', price: '0', stopPrice: '51000.00', amount: '0.00000', total: '20' },
    /^Buy 20(\.00)? USDT at 51,000(\.00)?\./,
  ],
] as const)('%o', (given, text) => {
  expect(cancelText(madeOrder(given), translate())).toMatch(text);
});
