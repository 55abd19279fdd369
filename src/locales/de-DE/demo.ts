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
  'demo.real':
    'Ein Demokonto enthält kein echtes Geld. Ein echtes Konto braucht Ihre E-Mail und eine Identitätsprüfung.',
  'first.ask': 'Wie sollen Preise aussehen?',
  'first.safe': 'Blau und Orange, bei Farbschwäche',
  'first.hints': 'Hinweise',
  'first.step': '{{step}} von {{count}}',
  'first.next': 'Weiter',
  'first.skip': 'Überspringen',
  'first.done': 'Verstanden',
  'first.multiple':
    'Das Multiple sagt, das Wievielfache Ihrer Margin Sie handeln. Je höher, desto näher die Liquidation.',
  'first.size': 'Geben Sie die Menge ein. Kosten und Risiko folgen jedem Tastendruck.',
  'first.submit': 'Der Knopf sagt, was er tun wird. Vor dem Senden sehen Sie die Order noch einmal.',
  'first.book':
    'Tippen Sie im Buch auf einen Preis, um ihn zu übernehmen. Halten übernimmt auch die Menge bis dorthin.',
  'first.chart': 'Halten Sie den Chart für die Werte einer Kerze. Zwei Finger zoomen, Doppeltippen setzt zurück.',
  'first.axis':
    'Tippen Sie auf die Preisachse für einen Alarm oder eine Order zu diesem Preis. Ihre Linien lassen sich ziehen.',
  'first.wide': 'Im Vollbild liegt der Chart quer, mit einem schnellen Ticket daneben.',
};
