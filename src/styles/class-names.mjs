// Names of CSS module classes on the page, for both builds of the client.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Classes and animations that a style sheet names. */
const NAMES = /(?<=\.|@keyframes )[a-z_][\w-]*/gi;
/** Numbers from `first` on have two digits of base 36 and begin with a letter; `count` of them, then three. */
const TWO_DIGITS = { first: 360, count: 936 };
const FIRST_OF_THREE = 12_960;

/** The number of each name, in the order of sheets and of names in them: the same in every build. */
const NUMBERS = new Map();
for (const sheet of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).sort())
  if (sheet.endsWith('.module.css'))
    for (const name of readFileSync(join(SOURCES, sheet), 'utf8').match(NAMES) ?? []) numberOf(sheet, name);

/** A name that is made while the development server runs comes last. */
function numberOf(sheet, name) {
  const key = `${sheet} ${name}`;
  if (!NUMBERS.has(key)) NUMBERS.set(key, NUMBERS.size);
  return NUMBERS.get(key);
}

/** A class's name on the page, short because scripts repeat it. Throws where `css` lacks the class. */
export function className(name, file, css) {
  const sheet = relative(SOURCES, file.split('?')[0] ?? file);
  if (!css.match(NAMES)?.includes(name)) throw new Error(`${sheet} does not name ${name}`);
  const number = numberOf(sheet, name);
  const { first, count } = TWO_DIGITS;
  return (number < count ? first + number : FIRST_OF_THREE + number - count).toString(36);
}
