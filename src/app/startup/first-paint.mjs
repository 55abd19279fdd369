// What the HTML of a first screen shows until the app has started: the largest text of it, where the app puts it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { numberStyleOf, writeDecimal } from '../../../core/units/number-style.ts';
import { className } from '../../styles/class-names.mjs';

const SOURCES = new URL('../../', import.meta.url);
const pathOf = (file) => fileURLToPath(new URL(file, SOURCES));
const textsOf = (language, namespace) =>
  JSON.parse(readFileSync(pathOf(`locales/${language}/${namespace}.json`), 'utf8'));

/** Gives classes of a style sheet the names that they have on the page. */
function classesOf(sheet) {
  const path = pathOf(`${sheet}.module.css`);
  const css = readFileSync(path, 'utf8');
  return (name) => className(name, path, css);
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The first hint of a page, and the live price of its market, which public/theme.js writes. */
function marketPage(hint, language) {
  const bar = classesOf('ui/nav-bar');
  return (
    hintStrip(hint, language) +
    `<header class="${bar('bar')}"><span class="${classesOf('ui/button')('icon')}"></span>` +
    `<h1 class="${bar('title')}"><span class="num" data-early="pair"></span> <span class="num" data-early="last"></span></h1>` +
    `<div class="${bar('trailing')}">${feedLight(language)}</div></header>`
  );
}

/** The first hint of a page. */
function hintStrip(hint, language) {
  const texts = textsOf(language, 'demo');
  const strip = classesOf('app/shell/page-hints');
  const button = classesOf('ui/button')('button');
  const number = (value) => writeDecimal(String(value), numberStyleOf(language));
  const step = texts['first.step'].replace('{{step}}', number(1)).replace('{{count}}', number(HINTS_OF_A_PAGE));
  return (
    `<section class="${strip('strip')}"><p class="${strip('text')}">${escaped(texts[hint])}</p>` +
    `<span class="${strip('step')}">${escaped(step)}</span>` +
    `<span class="${button}" data-kind="ghost" data-small>${escaped(texts['first.skip'])}</span>` +
    `<span class="${button}" data-kind="quiet" data-small>${escaped(texts['first.next'])}</span></section>`
  );
}

/** The card of a visitor below the head of home. */
function guestCard(language) {
  const texts = textsOf(language, 'shell');
  const home = classesOf('features/home/home');
  return (
    `<header class="${classesOf('ui/nav-bar')('bar')}"></header><div class="${home('panes')}"><div class="${home('pane')}">` +
    `<section class="card ${home('card')}"><h2 class="${home('guestTitle')}">${escaped(texts['home.guestTitle'])}</h2>` +
    `<p class="${home('guestText')}">${escaped(texts['home.guestDemo'])}</p></section></div></div>`
  );
}

/** The state of the feed until the app knows it; public/theme.js changes it with the price. */
function feedLight(language) {
  const cells = classesOf('components/market/market-cells');
  const texts = textsOf(language, 'shell');
  const [loading, live] = [escaped(texts['link.connecting']), escaped(texts['link.live'])];
  return (
    `<span class="${cells('light')}" data-shield="loading"><span class="${cells('words')}" data-widest="${loading}">` +
    `<span data-loading="${loading}" data-live="${live}">${loading}</span></span></span>`
  );
}

/** The head of the markets page: title, search, categories, columns. Its icons come with the app. */
function marketsHead(language) {
  const texts = { ...textsOf(language, 'shell'), ...textsOf(language, 'market') };
  const bar = classesOf('ui/nav-bar');
  const field = classesOf('ui/fields/field');
  const tabs = classesOf('ui/tabs');
  const icon = classesOf('ui/button')('icon');
  const page = classesOf('features/markets/markets');
  const named = (keys, look) =>
    keys.map((key) => `<button class="${look}" tabindex="-1">${escaped(texts[`markets.${key}`])}</button>`).join('');
  return (
    `<header class="${bar('bar')}"><span class="${icon}"></span>` +
    `<h1 class="${bar('title')}">${escaped(texts['title.markets'])}</h1>` +
    `<div class="${bar('trailing')}">${feedLight(language)}</div></header><div class="${page('page')}">` +
    `<div class="${field('field')} ${field('search')}"><svg width="20" height="20"></svg>` +
    `<input class="${field('text')}" placeholder="${escaped(texts['markets.search'])}" disabled>` +
    `<button class="${icon}" disabled></button></div>` +
    `<div class="${tabs('tabs')}">${named(CATEGORIES, tabs('tab'))}</div>` +
    `<div class="${page('sortBar')}">${named(COLUMNS, page('sort'))}</div></div>`
  );
}

const CATEGORIES = ['favourites', 'crypto', 'forex', 'perpetual', 'futures', 'stocks', 'options'];
const COLUMNS = ['name', 'volume', 'last', 'change'];
const HINTS_OF_A_PAGE = 3;
const MARKUP = {
  home: guestCard,
  markets: marketsHead,
  kline: (language) => marketPage('first.chart', language),
  trade: (language) => marketPage('first.book', language),
  contracts: (language) => marketPage('first.multiple', language),
};

/**
 * Markup of a first screen for a first visit on a phone; '' for screens without a large text. Assistive software reads
 * the app's own.
 */
export function firstPaint(screen, language) {
  const markup = MARKUP[screen]?.(language);
  return markup === undefined ? '' : `<div class="first-paint" aria-hidden="true">${markup}</div>`;
}
