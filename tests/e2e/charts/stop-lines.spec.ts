// The lines of a stop and of an oco on the chart, by finger and by mouse: moved in one step, never by a scroll, never
// across the market.
import { type Page, expect, test } from '@playwright/test';
import { boxOf, call, exchangeForRun, register } from '../../support/browser/visitor.ts';
import { HOLD_MS, dragFinger } from '../support/finger.ts';
import { type PriceScale, answerDrop, readPriceScale, tapAxis } from '../support/price-axis.ts';
import { keepUndo } from '../support/undo-offer.ts';

const BTC = 2;
/** Heights near the ends of the main pane, in CSS px from the chart's top. */
const TOP = 60;
const BOTTOM = 240;
/** Between them, where no tag of a line is: a tap on one opens the sheet of its order. */
const SCALE_AT = [115, 185] as const;
const TAG_PX = 24;
/** So far beyond the market's price a line is dragged across it. */
const PAST_PX = 12;

interface Order {
  id: number;
  orderType: string;
  price: string;
  stopPrice: string;
  amount: string;
}
const orders = async (page: Page): Promise<Order[]> =>
  (await call<{ list: Order[] }>(page, '/coin/order/list', { state: 'current' })).list;

async function dragMouse(page: Page, fromY: number, toY: number): Promise<void> {
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  const x = box.x + box.width - TAG_PX;
  await page.mouse.move(x, box.y + fromY);
  await page.mouse.down();
  await page.mouse.move(x, box.y + toY, { steps: 10 });
  await page.mouse.up();
}

/** Ends what a drag that missed a line has begun: a sheet, a range of prices of its own, or a scrolled page. */
async function reset(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const close = page.getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await close.click();
  const auto = page.getByRole('button', { name: 'Automatic price range' });
  if ((await auto.getAttribute('aria-pressed')) === 'false') await auto.click();
}

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

for (const [name, use, drag] of [
  [
    'phone',
    { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    (page: Page, from: number, to: number) => dragFinger(page, TAG_PX, from, to, HOLD_MS),
  ],
  ['desktop', { viewport: { width: 1440, height: 900 }, hasTouch: true }, dragMouse],
] as const) {
  test.describe(name, () => {
    test.use(use);
    test('the stop of a stop and of an oco is moved after a confirmation, and stays where it would be reached', async ({
      page,
    }) => {
      await register(page, fixture.exchange.url);
      await keepUndo(page);
      const place = (form: Record<string, string>): Promise<Order> =>
        call<Order>(page, '/coin/order/add', { coinInfoId: String(BTC), ...form });
      await place({ side: 'buy', orderType: 'market', total: '500', clientNo: `${name}-coins` });
      await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length))
        .toBeGreaterThan(0);
      const [highest, lowest] = [await tapAxis(page, TOP), await tapAxis(page, BOTTOM)];
      const lastPrice = async (): Promise<number> =>
        Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) })).last);
      const last = await lastPrice();
      // At the farther end of the scale, so that the market does not reach it meanwhile.
      const above = Number(highest) - last > last - Number(lowest);
      const [price, towards] = above ? [highest, 1] : [lowest, -1];
      const side = above ? 'buy' : 'sell';
      const limit = (last * (above ? 0.97 : 1.03)).toFixed(2);
      const scale = async (): Promise<PriceScale> => {
        await reset(page);
        return readPriceScale(page, ...SCALE_AT);
      };
      const undo = page.getByRole('button', { name: 'Undo' });
      for (const [type, form] of [
        ['stop_limit', { stopPrice: price, price }],
        ['oco', { profitPrice: limit, lossPrice: price }],
      ] as const) {
        const amount = { amount: '0.002', clientNo: `${name}-${type}` };
        const before = await place({ side, orderType: type, ...form, ...amount });
        const expectUnchanged = async (): Promise<void> => {
          expect(await orders(page)).toMatchObject([{ id: before.id, stopPrice: before.stopPrice }]);
        };
        if (name === 'phone') {
          // Hasty fingers: a scroll that begins on the line, and a tap.
          const from = (await scale()).yOf(Number(price));
          await dragFinger(page, TAG_PX, from, from - towards * 40);
          await page.evaluate(() => window.scrollTo(0, 0));
          await expectUnchanged();
        }
        const isMoved = async (): Promise<boolean> => (await orders(page))[0]?.stopPrice !== before.stopPrice;
        await expect(async () => {
          // The answer to the last try may have come late.
          if (await isMoved()) return;
          const from = (await scale()).yOf(Number(price));
          const to = from + towards * 30;
          await drag(page, from, to);
          await answerDrop(page, to, false);
          await expectUnchanged();
          await drag(page, from, to);
          await answerDrop(page, to, true);
          await expect.poll(isMoved, { timeout: 5_000 }).toBe(true);
        }).toPass({ timeout: 60_000 });
        const [moved, ...others] = await orders(page);
        expect([others, moved?.orderType, moved?.amount]).toEqual([[], type, '0.00200']);
        expect((Number(moved?.stopPrice) - Number(price)) * towards).toBeLessThan(0);
        // The limit of a stop keeps its distance, that of an oco its place.
        expect(Number(moved?.price)).toBe(type === 'oco' ? Number(limit) : Number(moved?.stopPrice));
        await undo.click();
        await expect.poll(async () => Number((await orders(page))[0]?.stopPrice)).toBe(Number(price));
        // Across the market: refused in the words of the sheet, and nothing is sent.
        const [back] = await orders(page);
        await expect(async () => {
          const { yOf } = await scale();
          await drag(page, yOf(Number(price)), yOf(await lastPrice()) + towards * PAST_PX);
          await expect(page.getByText(above ? /price must be >/ : /price must be </)).toBeVisible({ timeout: 2000 });
        }).toPass({ timeout: 60_000 });
        expect(await orders(page)).toEqual([back]);
        await call(page, '/coin/order/close', { all: '1' });
        await expect.poll(() => orders(page)).toEqual([]);
      }
    });
  });
}
