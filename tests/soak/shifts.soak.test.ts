// Nothing moves by itself on any route while it loads: opened by a link and by its address, on two phones, a tablet and
// a desktop, of a visitor and with an account. SHIFTS_WIDTHS=390, SHIFTS_ROUTE=seconds,/wallet/: those.
import { chosen, soakEveryRoute } from './every-route.ts';

soakEveryRoute({
  holds: 'stands still on the screen',
  setting: 'SHIFTS_ROUTE',
  axe: false,
  checks: [(crawler, route) => crawler.watch(route), (crawler, route) => crawler.watchLoad(route)],
  widths: chosen('SHIFTS_WIDTHS', ['360', '390', '820', '1440']).map(Number),
  market: 'sim',
});
