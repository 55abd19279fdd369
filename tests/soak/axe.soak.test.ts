// axe finds nothing on any route, in both themes, on a phone, a tablet and two desktops, in three languages, one of
// them from right to left. AXE_WIDTHS=390, AXE_LANGUAGES=de-DE, AXE_ROUTE=seconds,/wallet/: those.
import { chosen, soakEveryRoute } from './every-route.ts';

const languages = chosen('AXE_LANGUAGES', ['en-US', 'de-DE', 'ar-AE']);
const widths = chosen('AXE_WIDTHS', ['390', '820', '1440', '1920']).map(Number);

soakEveryRoute({
  holds: 'is free of findings of axe on the screen',
  setting: 'AXE_ROUTE',
  axe: true,
  checks: [(crawler, route) => crawler.judge(route, { languages, themes: ['dark', 'light'], widths })],
});
