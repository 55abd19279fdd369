// Words of the demo account in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': 'Handeln Sie mit Demogeld zu denselben Kursen und Regeln wie alle. Nichts davon ist echtes Geld.',
  'demo.colours': 'Farben für auf und ab',
  'demo.greenUp': 'Grün steigt',
  'demo.redUp': 'Rot steigt',
  'demo.open': 'Demokonto eröffnen',
  'demo.none': 'Diese Börse ist keine Demo. Bitte registrieren Sie sich mit Ihrer E-Mail.',
  'demo.ready': 'Ihr Demokonto ist eröffnet, mit 10 000 USDT.',
  'demo.keep': 'Bewahren Sie beides auf, wenn Sie von einem anderen Gerät zurückkommen möchten.',
  'demo.start': 'Handel beginnen',
  'demo.faucet': 'Auf 10 000 USDT auffüllen',
  'demo.credited': '{{amount}} USDT gutgeschrieben',
  'demo.later': 'Jetzt gibt es nichts aufzufüllen. Versuchen Sie es in einer Stunde erneut.',
  'demo.real': 'Ein Demokonto enthält kein echtes Geld. Ein echtes Konto braucht Ihre E-Mail und eine Identitätsprüfung.',
};
