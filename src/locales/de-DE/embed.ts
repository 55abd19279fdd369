// Words of the embedded chart in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['embed'] = {
  'embed.toExchange': '{{pair}} auf DeFi öffnen',
  'embed.lead': 'Ein Live-Chart für jede Website: zwei Zeilen HTML, kein Konto, keine Cookies.',
  'embed.example': 'Live-Beispiel',
  'embed.market': 'Markt',
  'embed.take': 'Bild aufnehmen',
  'embed.taken': 'Bild des Charts',
  'embed.said': 'Was der Chart meldet',
  'embed.paste': 'Zum Einfügen',
  'embed.pasteText': 'Der Chart ist so breit wie sein Platz und 400 px hoch, wenn Ihr Stil nichts anderes sagt.',
  'embed.attributes': 'Attribute',
  'embed.attributesText': 'Sie lassen sich jederzeit ändern; der Chart folgt.',
  'embed.symbol': 'Ein Paar dieser Börse',
  'embed.interval': 'Länge einer Kerze, 1s bis 1M',
  'embed.mainList': 'Indikatoren auf den Kerzen; Parameter in Klammern',
  'embed.subList': 'Indikatoren unter den Kerzen',
  'embed.theme': 'dark, light oder system',
  'embed.lang': 'Sprache der Texte im Rahmen',
  'embed.methods': 'Methoden und Ereignisse',
  'embed.methodsText':
    'Jede Methode gibt ein Promise zurück. Was nicht geht, weist es mit einem Satz ab, und der Chart läuft unverändert weiter.',
  'embed.events': 'Ereignisse: ready, crosshair, candle, error. Die Werte stehen in event.detail.',
  'embed.frame': 'Ohne das Skript',
  'embed.frameText':
    'Der Rahmen allein genügt. Er hört auf die in „origin“ genannte Seite oder sonst auf die erste, die sich meldet, und auf niemanden sonst.',
  'embed.commands': 'Jede Nachricht hat eine Version, eine ID und einen Befehl; die Antwort trägt dieselbe ID.',
  'embed.safe': 'Was er nicht tut',
  'embed.safeText':
    'Der Rahmen kennt keine Sitzung, setzt kein Cookie und speichert nichts. Er sieht Ihre Seite nicht, und keine andere Seite dieser Börse lässt sich einbetten.',
  'embed.copy': 'Kopieren',
  'embed.copied': 'Kopiert',
  'embed.copyFailed': 'Kopieren war nicht möglich. Markieren Sie stattdessen den Text.',
  'embed.scriptFailed': 'Das Beispiel konnte nicht geladen werden',
};
