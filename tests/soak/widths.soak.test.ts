// Every route fits the screen, from the smallest phone to the widest desktop, in every language: none is wider, and no
// text is cut off or drawn over another. WIDTHS=320,360, WIDTHS_LANGUAGES=de-DE,ar-AE, WIDTHS_ROUTE=seconds,/wallet/:
// those.
import { LANGUAGE_CODES } from '../../core/units/language.ts';
import { chosen, soakEveryRoute } from './every-route.ts';

const WIDTHS = ['320', '360', '390', '768', '820', '1024', '1280', '1920', '3840'];

const languages = chosen('WIDTHS_LANGUAGES', LANGUAGE_CODES);
const widths = chosen('WIDTHS', WIDTHS).map(Number);

soakEveryRoute({
  holds: 'fits the screen',
  setting: 'WIDTHS_ROUTE',
  axe: false,
  checks: [(crawler, route) => crawler.fit(route, languages, widths)],
});
