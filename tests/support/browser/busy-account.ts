// An account with something on every page.
import type { Browser, Page } from '@playwright/test';
import { call, register } from './visitor.ts';

/** Registers an account with orders, a position and a transfer; returns its token. */
export async function createBusyAccount(page: Page, url: string, email?: string): Promise<string> {
  await register(page, url, email);
  const last = Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: '2' })).last);
  await call(page, '/coin/order/add', {
    coinInfoId: '2',
    side: 'buy',
    orderType: 'market',
    total: '500',
    clientNo: 'crawl-1',
  });
  await call(page, '/coin/order/add', {
    coinInfoId: '2',
    side: 'buy',
    orderType: 'limit',
    price: String(Math.floor(last * 0.97)),
    amount: '0.01',
    clientNo: 'crawl-2',
  });
  await call(page, '/coin/transfer', {
    coinInfoId: '1',
    type: 'transfer_to_contract',
    amount: '2000',
    clientNo: 'crawl-3',
  });
  await call(page, '/coin/contract/order/add', {
    coinInfoId: '102',
    direction: 'long',
    orderType: 'market',
    multiple: '10',
    amount: '0.05',
    clientNo: 'crawl-4',
  });
  return (await page.evaluate(() => localStorage.getItem('fxproUserToken')))!;
}

/** Token of such an account, made in a page that is closed again: an open one would hide the page of the test. */
export async function accountOf(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  const token = await createBusyAccount(page, url);
  await page.close();
  return token;
}
