// The market that an address names, as people write it: of a phone and of a desktop.
import { expect, test } from '@playwright/test';
import { exchangeForRun } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

for (const [screen, viewport] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)
  test(`an address with a plain name of a spot market leads there on a ${screen}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const [name, pair] of [
      ['LTCUSDT', 'LTC/USDT'],
      ['ltc_usdt', 'LTC/USDT'],
      ['LTC%2FUSDT', 'LTC/USDT'],
      ['btcusdt', 'BTCUSDT'],
      ['btc_usdt', 'BTC/USDT'],
    ] as const) {
      await page.goto(`${fixture.exchange.url}/trade/${name}`);
      await expect(page.getByRole('heading', { level: 1 }), name).toContainText(pair);
    }
    await page.goto(`${fixture.exchange.url}/trade/NOPEUSDT`);
    await expect(page.getByText('This market does not exist')).toBeVisible();
  });
