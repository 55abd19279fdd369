// The page of notices: it opens the tab that has news.
import { expect, test } from '@playwright/test';
import { accountOf } from '../../support/browser/busy-account.ts';
import { RETURNING_VISITOR, exchangeForRun, navigate } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();

test('the page of notices opens the tab that has news', async ({ page, browser }) => {
  const token = await accountOf(browser, fixture.exchange.url);
  await page.addInitScript(
    (items) => {
      for (const [name, value] of Object.entries(items)) if (self === top) localStorage.setItem(name, value);
    },
    { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token },
  );
  const open = (): Promise<unknown> => page.goto(`${fixture.exchange.url}/pages/notice/noticeList`);
  await open();
  // A new account has its welcome and its login under Personal.
  await expect(page.getByRole('tab', { name: 'Personal' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  await open();
  await expect(page.getByRole('tab', { name: 'System' })).toHaveAttribute('aria-selected', 'true');

  // A notice to all users is no article, though one has its id: who has logged out is led to the login.
  await navigate(page, '/pages/notice/noticeDetail?id=1&kind=system');
  await expect(page.getByRole('main')).toContainText('no longer exists');
  await page.evaluate(() => {
    localStorage.removeItem('fxproUserToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'fxproUserToken' }));
  });
  await expect(page.getByRole('main')).toContainText('Log in to see your notifications');
});
