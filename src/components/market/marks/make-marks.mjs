// Makes marks.svg: the marks of listed coins and the flags of currencies, from two npm packages, in one file.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const COINS = ['USDT', 'BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'TRX', 'AVAX', 'LINK', 'LTC', 'DOT'];
/** Country of each currency's flag. */
const FLAGS = { EUR: 'eu', USD: 'us', GBP: 'gb', JPY: 'jp', AUD: 'au', CHF: 'ch', CAD: 'ca', CNH: 'cn' };
const SOURCES = '<!-- Coins: cryptocurrency-icons, CC0. Flags: circle-flags, MIT, copyright HatScripts. -->';
/** Side of a mark, and from one to the next. */
const SIDE = 32;
const STEP = 40;

/** A picture of an icon set, or throws. */
function pictureOf({ icons, width }, name) {
  const icon = icons[name];
  if (!icon) throw new Error(`no picture of ${name}`);
  return { side: icon.width ?? width, body: icon.body };
}

/** The file: each mark is a view, addressed as marks.svg#BTC. */
export function marksFile() {
  const coins = require('@iconify-json/cryptocurrency-color/icons.json');
  const flags = require('@iconify-json/circle-flags/icons.json');
  const marks = [
    ...COINS.map((name) => ({ name, ...pictureOf(coins, name.toLowerCase()) })),
    ...Object.entries(FLAGS).map(([name, country]) => ({ name, ...pictureOf(flags, country) })),
  ];
  const views = marks.map(({ name, side, body }, index) => {
    const x = index * STEP;
    return (
      `<view id="${name}" viewBox="${x} 0 ${SIDE} ${SIDE}"/>` +
      `<svg x="${x}" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${side} ${side}">${body}</svg>`
    );
  });
  const width = marks.length * STEP;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${SIDE}">\n${SOURCES}\n${views.join('\n')}\n</svg>\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(import.meta.dirname, 'marks.svg'), marksFile());
