// Details of single pages: controls of the app's own look, ways on from every page, even rows, texts with headings.
import { type Locator, type Page, expect, test } from '@playwright/test';
import { createBusyAccount } from '../../support/browser/busy-account.ts';
import { exchangeForRun, navigate } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

/** Opens `path` with an account that has orders. */
async function open(page: Page, path: string): Promise<void> {
  await createBusyAccount(page, fixture.exchange.url);
  await page.goto(`${fixture.exchange.url}${path}`);
}

/** What of the platform's look is left in the controls of a page, and which kinds of controls it has. */
const nativeLooks = (page: Page): Promise<{ kinds: string[]; faults: string[] }> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll('#page :is([type="checkbox"], select, progress, summary, textarea)'),
    ];
    const faults: string[] = [];
    for (const control of controls) {
      const style = getComputedStyle(control);
      const name = `${control.tagName} in ${location.pathname}`;
      if (control.matches('[type="checkbox"], select, progress') && style.appearance !== 'none')
        faults.push(`${name} is drawn by the platform`);
      // A summary that is no list item has no triangle.
      if (control.matches('summary') && style.display === 'list-item') faults.push(`${name} has a triangle`);
      if (control.matches('select') && Number.parseFloat(style.paddingInlineEnd) < 18)
        faults.push(`${name} lets its text run into the arrow`);
      if (control.matches('textarea') && Number.parseFloat(style.borderRadius) < 8)
        faults.push(`${name} is not a field of the app`);
    }
    return { kinds: controls.map(({ tagName }) => tagName), faults };
  });

test('checkboxes, selects, progress bars, disclosures and text areas have the look of the app, and room', async ({
  page,
}) => {
  await open(page, '/pages/user/kyc');
  const consent = page.getByTestId('consent');
  await consent.check();
  // The accent of the dark theme, so that it is seen to be ticked.
  await expect(consent).toHaveCSS('background-color', 'rgb(47, 111, 228)');
  const kinds = new Set<string>();
  for (const [path, control] of [
    ['/pages/user/kyc', 'select'],
    ['/pages/wallet/withdraw', 'progress'],
    ['/pages/tabbar/list', 'summary'],
    ['/pages/proof/index', 'textarea'],
    ['/pages/set/trade', 'select'],
    ['/pages/tabbar/trade?coinInfoId=2', 'select'],
    ['/pages/tabbar/contracts?coinInfoId=102', 'summary'],
  ] as const) {
    await navigate(page, path);
    await page.locator(`#page ${control}`).first().waitFor();
    const looks = await nativeLooks(page);
    expect(looks.faults).toEqual([]);
    for (const kind of looks.kinds) kinds.add(kind);
  }
  expect([...kinds].toSorted()).toEqual(['INPUT', 'PROGRESS', 'SELECT', 'SUMMARY', 'TEXTAREA']);
  // In the system's own colours, where a ground is not seen, an edge shows what is a button.
  await page.emulateMedia({ forcedColors: 'active' });
  const share = page.getByRole('button', { name: '25%' });
  for (const button of [page.getByTestId('contract-submit'), share])
    await expect(button).toHaveCSS('border-top-width', '1px');
  await expect(page.locator('#page select').first()).toHaveCSS('outline-style', 'solid');
  const slider = page.getByRole('slider').first();
  await expect(slider).toHaveCSS('appearance', 'auto');
  await page.emulateMedia({ forcedColors: 'none' });
  expect((await slider.boundingBox())!.height).toBeGreaterThanOrEqual(40);
  // A picture on a button does not say that it is off.
  const icon = page.locator('#page header button').first();
  await icon.evaluate((button: HTMLButtonElement) => (button.disabled = true));
  await expect(icon).toHaveCSS('opacity', '0.5');

  // A low screen is the page's: of the bars the button of the ticket alone stays.
  await page.setViewportSize({ width: 640, height: 320 });
  await page.evaluate(() => window.scrollTo(0, 160));
  await expect(page.getByTestId('contract-submit')).toBeInViewport({ ratio: 1 });
  for (const bar of [page.locator('#page header').first(), page.getByRole('navigation').last()])
    await expect(bar).not.toBeInViewport();
});

test('a page that has nothing to show leads on', async ({ page }) => {
  await open(page, '/pages/user/resetGoogle');
  for (const [from, button, to] of [
    ['/pages/user/resetGoogle', 'Turn on', /user\/google/],
    ['/pages/user/waitingReview?type=1', 'Identity verification', /user\/kyc/],
    ['/pages/wallet/address', 'Add address', /addressAdd/],
  ] as const) {
    await navigate(page, from);
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await expect(page).toHaveURL(to);
  }
  for (const [category, to] of [
    ['Futures', /contracts/],
    ['Stocks', /trade/],
    ['Options', /secondsContract/],
  ] as const) {
    await navigate(page, '/pages/markets/index');
    const tab = page.getByRole('tab', { name: category });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    const only = page.getByRole('tabpanel').getByRole('button');
    await expect(only).toHaveCount(1);
    await only.click();
    await expect(page).toHaveURL(to);
    // The address changes before the page does.
    await expect(tab).toHaveCount(0);
  }
});

/** Box of each element in px, rounded; waits for the first. */
async function boxesOf(
  page: Page,
  selector: string,
): Promise<{ x: number; y: number; width: number; height: number }[]> {
  await page.locator(selector).first().waitFor();
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
    }),
  );
}

test('steps are numbered, pictures centred, and buttons of a row equal', async ({ page }) => {
  await open(page, '/pages/user/google');
  const steps = page.getByRole('main').locator('ol > li');
  await expect(steps).toHaveCount(3);
  for (const step of await steps.all()) {
    await expect(step).toHaveCSS('list-style-type', 'decimal');
    await expect(step).toHaveCSS('display', 'list-item');
  }
  const [code] = await boxesOf(page, '#page main svg[role="img"]');
  expect(Math.abs(code!.x + code!.width / 2 - 195)).toBeLessThanOrEqual(12);

  await navigate(page, '/pages/wallet/assets?coinInfoId=2');
  await page.getByRole('main').getByRole('button', { name: 'Convert' }).waitFor();
  const actions = await boxesOf(page, '#page main div > button[data-kind]:not([data-small])');
  expect(actions).toHaveLength(4);
  expect(new Set(actions.map(({ y }) => y)).size).toBe(1);
  expect(new Set(actions.map(({ height }) => height)).size).toBe(1);
  expect(Math.max(...actions.map(({ width }) => width)) - Math.min(...actions.map(({ width }) => width))).toBeLessThan(
    2,
  );
  // What loads above both may move them between the two looks.
  await expect(async () => {
    const [mark] = await boxesOf(page, '#page main p > :first-child');
    const [name] = await boxesOf(page, '#page main p > b');
    expect(Math.abs(mark!.y + mark!.height / 2 - (name!.y + name!.height / 2))).toBeLessThanOrEqual(2);
  }).toPass();

  await navigate(page, '/pages/set/trade');
  const sections = page.getByRole('main').locator('section');
  await expect(sections).toHaveCount(3);
  for (const section of await sections.all()) await expect(section).toHaveCSS('padding', '12px 16px 16px');
});

test('a demo account shows its login with labels and equal buttons', async ({ page }) => {
  await page.goto(`${fixture.exchange.url}/demo`);
  await page.getByRole('button', { name: 'Start with' }).click();
  await expect(page).toHaveURL(/trade/);
  await navigate(page, '/demo');
  const access = page.getByTestId('demo-access');
  await expect(access.locator('dt')).toHaveText(['Email', 'Password']);
  await expect(access.getByRole('button')).toHaveText(['Copy', 'Copy']);
  const [first, second] = await boxesOf(page, '[data-testid="demo-access"] button');
  expect(first).toMatchObject({ x: second!.x, width: second!.width, height: second!.height });
});

test('texts of the exchange have cards, headings and links to each other', async ({ page }) => {
  await page.goto(`${fixture.exchange.url}/pages/notice/about`);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const [path, title, headings] of [
    ['/pages/notice/about', 'About us', 0],
    ['/pages/user/whitePaper', 'White paper', 2],
    ['/pages/common/privacy', 'Privacy policy', 2],
    ['/pages/common/knowledge?id=1', 'Knowledge base', 1],
    ['/pages/common/article?id=1', 'Knowledge base', 1],
  ] as const) {
    await navigate(page, path);
    await expect(page.locator('#page h1')).toContainText(title);
    const article = page.getByRole('article');
    await expect(article).toBeVisible();
    expect(await article.evaluate((card) => getComputedStyle(card).backgroundColor), path).not.toBe(ground);
    await expect.poll(() => article.getByRole('heading').count(), path).toBeGreaterThanOrEqual(headings);
    await expect
      .poll(() => page.getByRole('main').getByRole('navigation').getByRole('link').count(), path)
      .toBeGreaterThanOrEqual(2);
  }
});

test('languages stand on one line, a pill in the row of its order, and a chart without a line offers no trade', async ({
  page,
  context,
}) => {
  await open(page, '/pages/set/lang');
  for (const [language, edge] of [
    ['ar-AE', 'right'],
    ['en-US', 'left'],
  ] as const) {
    await page.getByTestId(`choice-${language}`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const edges = (): Promise<number[]> =>
      page
        .locator('[data-testid^="choice-"] bdi')
        .evaluateAll((names, side) => names.map((name) => Math.round(name.getBoundingClientRect()[side])), edge);
    await expect
      .poll(async () => [(await edges()).length, new Set(await edges()).size], { message: language })
      .toEqual([9, 1]);
  }

  await navigate(page, '/pages/tabbar/trade?coinInfoId=2');
  const row = page.getByTestId('order-row');
  const parts = [row.getByRole('link'), row.getByRole('button', { name: /^Cancel: / })];
  // What loads above the row may move it between the two looks.
  await expect(async () => {
    const [link, pill] = await Promise.all(
      parts.map((part) => part.boundingBox().then((box) => box!.y + box!.height / 2)),
    );
    expect(Math.abs(link! - pill!)).toBeLessThan(1.5);
  }).toPass();

  await navigate(page, '/pages/kline/kline?coinInfoId=2');
  for (const name of ['Line', '5m'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  const trades = ['Buy', 'Sell'].map((name) => page.getByRole('button', { name, exact: true }));
  for (const button of trades) await expect(button).toBeEnabled();
  await context.setOffline(true);
  for (const button of trades) await expect(button).toBeDisabled();
  await expect(page.getByText('Waiting for connection')).toBeVisible();
  // What the browser logs of its own failed requests, and may go on to log.
  fixture.pageErrors = [];
});

/** Contrast of each text of a button with its fill at the moment when the button becomes enabled, lowest first. */
const contrastsWhenEnabled = (button: Locator): Promise<number[]> =>
  button.evaluate(async (node: HTMLButtonElement) => {
    const luminance = (colour: string): number => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const channel = Number(part) / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found: number[] = [];
    const read = (): void => {
      // The app may disable it meanwhile: without a connection.
      if (node.disabled) return;
      const fill = luminance(getComputedStyle(node).backgroundColor);
      for (const part of [node, ...node.querySelectorAll('*')]) {
        const text = luminance(getComputedStyle(part).color);
        found.push((Math.max(text, fill) + 0.05) / (Math.min(text, fill) + 0.05));
      }
    };
    node.disabled = true;
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    node.disabled = false;
    read();
    for (let frame = 0; frame < 5; frame++) {
      await new Promise(requestAnimationFrame);
      read();
    }
    return found.toSorted((a, b) => a - b);
  });

test('a button that becomes enabled is readable at every moment', async ({ page }) => {
  await open(page, '/pages/secondsContract/index?coinInfoId=2');
  for (const reducedMotion of ['reduce', 'no-preference'] as const)
    for (const theme of ['dark', 'light']) {
      await page.emulateMedia({ reducedMotion });
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      for (const side of ['up', 'down']) {
        const [lowest] = await contrastsWhenEnabled(page.getByTestId(`buy-${side}`));
        expect(lowest, `${side}, ${theme}, ${reducedMotion}`).toBeGreaterThanOrEqual(4.5);
      }
    }
});
