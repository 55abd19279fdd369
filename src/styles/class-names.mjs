// Names of CSS module classes on the page, for both builds of the client.
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Style sheets of the screens, in a fixed order; one that is made while the development server runs comes last. */
const SHEETS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .sort();
/** So that two digits of base 36 begin with a letter. */
const FIRST_SHEET = 360;

/** Classes and animations that a style sheet names. */
const NAMES = /(?<=\.|@keyframes )[a-z_][\w-]*/gi;

/**
 * A class's name on the page: two digits for its sheet, the rest for its rank there. Names stand in the sheet and in
 * the script, so that they are short and alike.
 */
export function className(name, file, css) {
  const sheet = relative(SOURCES, file.split('?')[0] ?? file);
  if (!SHEETS.includes(sheet)) SHEETS.push(sheet);
  const rank = [...new Set(css.match(NAMES))].indexOf(name);
  if (rank < 0) throw new Error(`${sheet} does not name ${name}`);
  return (FIRST_SHEET + SHEETS.indexOf(sheet)).toString(36) + rank.toString(36);
}
