// The order form of seconds contracts on a small phone: its buttons are on the screen and at one place in every state.
import { type Page, expect, test } from '@playwright/test';
import { textFaults } from '../../support/browser/text-faults.ts';
import { boxOf, exchangeForRun, register } from '../../support/browser/visitor.ts';
import { confirmOrder } from '../support/journey.ts';

const BTC = 2;

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });
const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

/** Tops of both buttons in px; fails when a part of one is off the screen or covered. */
async function buttonTops(page: Page, state: string): Promise<number> {
  const tops: number[] = [];
  for (const direction of ['up', 'down']) {
    const button = page.getByTestId(`buy-${direction}`);
    await expect(button, state).toBeInViewport({ ratio: 1 });
    const { x, y, width, height } = await boxOf(button);
    const covered = await button.evaluate(
      (element, [left, top]) => !element.contains(document.elementFromPoint(left, top)),
      [x + width / 2, y + height - 2] as const,
    );
    expect(covered, state).toBe(false);
    tops.push(Math.round(y));
  }
  expect(tops[0], state).toBe(tops[1]);
  return tops[0]!;
}

test('Up and Down stay where they are, whatever is typed, folded or running', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('fxproSecondsRisk', '1'));
  await register(page, fixture.exchange.url);
  await page.goto(`${fixture.exchange.url}/pages/secondsContract/index?coinInfoId=${BTC}`);
  const amount = page.getByTestId('seconds-amount');
  await amount.fill('50');
  await expect(page.getByTestId('buy-up')).toBeEnabled();
  const top = await buttonTops(page, 'ready');
  const expectThere = async (state: string): Promise<void> => expect(await buttonTops(page, state), state).toBe(top);
  await amount.fill('');
  await expectThere('no amount');
  await amount.fill('900000');
  await expect(page.getByRole('status').filter({ hasText: 'between' })).toBeVisible();
  await expectThere('too much');
  await amount.fill('50');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expectThere('scrolled');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByTestId('chart-fold').tap();
  await expect(page.getByTestId('tick-chart')).toHaveCount(0);
  await expectThere('without the chart');
  await page.getByTestId('buy-up').tap();
  await confirmOrder(page);
  await expect(page.getByTestId('running')).toBeVisible();
  await expectThere('with a running order');
  // What the app loads after its first paint is there: the loss of the connection is the subject, not of a module.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expectThere('offline');
  // What the browser logs of its own failed requests.
  fixture.pageErrors = fixture.pageErrors.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'));
});

test('in Arabic its texts fit, and signs are on the side of their numbers where they are read first', async ({
  page,
}) => {
  await register(page, fixture.exchange.url);
  await page.addInitScript(() => localStorage.setItem('fxproLanguage', 'ar-AE'));
  await page.goto(`${fixture.exchange.url}/pages/secondsContract/index?coinInfoId=${BTC}`);
  await expect(page.getByRole('radio', { name: '70%' })).toBeVisible();
  expect(await textFaults(page)).toEqual([]);
});
