// The market that an address names, as people write it: of a phone and of a desktop.
import { expect, test } from '@playwright/test';
import { exchangeForRun, navigate } from '../../support/browser/visitor.ts';

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
      // A load for each on one screen: the other one leads there by the same rule.
      if (screen === 'phone' || name === 'LTCUSDT') await page.goto(`${fixture.exchange.url}/trade/${name}`);
      else await navigate(page, `/trade/${name}`);
      await expect(page.getByRole('heading', { level: 1 }), name).toContainText(pair);
    }
    for (const path of ['/trade/NOPEUSDT', '/replay/market?coinInfoId=999']) {
      await page.goto(fixture.exchange.url + path);
      await expect(page.getByText('This market does not exist'), path).toBeVisible();
      await page.getByRole('button', { name: 'All markets' }).click();
      await expect(page, path).toHaveURL(/\/pages\/markets\/index/);
    }
  });

test('contracts are on their page, whichever page was asked for and whatever Seconds showed last', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.setViewportSize(PHONE);
  await page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=103`);
  await expect(page).toHaveURL(/\/pages\/tabbar\/contracts\?coinInfoId=103/);
  await expect(heading).toContainText('ETHUSDT');
  await navigate(page, '/pages/secondsContract/index');
  await expect(heading).toContainText('BTC/USDT');
  await navigate(page, '/pages/secondsContract/index?coinInfoId=3');
  await expect(heading).toContainText('ETH/USDT');
  await navigate(page, '/pages/tabbar/contracts');
  await expect(heading).toContainText('BTCUSDT');
});

test('a phone that is unfolded shows the terminal, and the ticket with its amount when it is folded', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(`${fixture.exchange.url}/trade/LTC-USDT`);
  await page.getByTestId('ticket-amount').fill('1.5');
  await page.setViewportSize({ width: 829, height: 690 });
  await expect(page.getByRole('tab', { name: 'Ladder' })).toBeVisible();
  await expect(page.getByTestId('ticket-amount')).toHaveValue('1.5');
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await expect(page.getByRole('tab', { name: 'Ladder' })).toHaveCount(0);
  await expect(page.getByTestId('ticket-amount')).toHaveValue('1.5');
});
