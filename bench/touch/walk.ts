// One walk through the app by its own links: a chart and its views, spot tickets, a contract's ticket, assets, the
// drawer, the lists.
import type { Hand } from './input-driver.ts';

const field = (name: string): string => `[data-testid="${name}"]`;
const choice = (key: string): string => `[role="tab"][data-key="${key}"], [role="radio"][data-key="${key}"]`;

export async function walk(hand: Hand): Promise<void> {
  await hand.go('/pages/tabbar/home');
  await hand.tap(field('market-BTC'));
  await chart(hand);
  // A phone's chart has the ticket in a sheet below it.
  await hand.tap('button', 'Buy');
  await spotTicket(hand);
  await hand.go('/pages/tabbar/trade');
  await spotTicket(hand);
  await hand.tap(choice('history'));
  await hand.go('/pages/tabbar/home');
  await hand.tap('nav a', 'Contracts');
  await contractTicket(hand);
  await hand.tap('nav a', 'Assets');
  await hand.tap(choice('contract'));
  await hand.tap('nav a', 'Home');
  await hand.tap('header button');
  await hand.tap('dialog[open] button');
  await hand.go('/pages/markets/index');
  await lists(hand);
}

async function chart(hand: Hand): Promise<void> {
  for (const key of ['trades', 'depth', 'book']) await hand.tap(choice(key));
  for (const interval of ['1h', '1m', '15m']) await hand.tap('button', interval);
  await hand.tap(`${field('chart')} canvas`);
}

async function spotTicket(hand: Hand): Promise<void> {
  await hand.tap(choice('market'));
  await hand.tap(choice('limit'));
  for (const name of ['ticket-price', 'ticket-amount']) {
    await hand.tap(field(name));
    await hand.type('1234.5');
    await hand.erase(6);
  }
  await hand.tap('button', '25%');
  await hand.tap(choice('sell'));
}

async function contractTicket(hand: Hand): Promise<void> {
  await hand.tap(choice('short'));
  await hand.tap(field('contract-amount'));
  await hand.type('0.25');
  await hand.tap(field('contract-profit'));
  await hand.type('90000');
  await hand.tap(choice('pending'));
  await hand.tap(choice('history'));
}

async function lists(hand: Hand): Promise<void> {
  for (const key of ['forex', 'perpetual', 'favourites', 'crypto']) await hand.tap(choice(key));
  await hand.tap(field('market-search'));
  await hand.type('eth');
  await hand.erase(3);
}
