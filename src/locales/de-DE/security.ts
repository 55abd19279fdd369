// Words of how safe the account is in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['security'] = {
  'safe.level': 'Sicherheitsstufe',
  'safe.level.low': 'Niedrig',
  'safe.level.medium': 'Mittel',
  'safe.level.high': 'Hoch',
  'safe.advice.low': 'Verbinden Sie einen Authentifikator: Dann öffnet ein gestohlenes Passwort allein nichts.',
  'safe.advice.medium':
    'Verifizieren Sie Ihre Identität und setzen Sie ein Anti-Phishing-Wort, um die höchste Stufe zu erreichen.',
  'safe.advice.high':
    'Alles ist eingerichtet. Bewahren Sie Ihre Wiederherstellungscodes dort auf, wo andere sie nicht finden.',
  'safe.mail': 'E-Mail',
  'safe.password': 'Passwort',
  'safe.passwordText': 'Eine Änderung beendet alle anderen Sitzungen',
  'safe.change': 'Ändern',
  'safe.googleText': 'Beim Anmelden und Auszahlen abgefragt',
  'safe.kycText': 'Zum Auszahlen nötig',
  'safe.phrase': 'Anti-Phishing-Wort',
  'safe.phraseText': 'Steht in jeder Mail von uns',
  'safe.notSet': 'Nicht gesetzt',
  'safe.phraseLong': 'Wählen Sie ein Wort, das nur Sie kennen. Eine Mail ohne dieses Wort ist nicht von dieser Börse.',
  'safe.phraseField': 'Ihr Wort (bis zu 20 Zeichen)',
  'safe.needPhrase': 'Wort eingeben',
  'safe.save': 'Speichern',
  'safe.takeAway': 'Wort entfernen',
  'safe.sessionsText': 'Wo Sie angemeldet sind',
  'safe.sessionsLong':
    'Auf diesen Geräten sind Sie angemeldet. Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  'safe.ended': 'Beendet',
  'safe.endOthers': 'Alle anderen beenden',
  'safe.endOthersAsk': 'Alle anderen Sitzungen beenden?',
  'safe.endAsk': 'Diese Sitzung beenden?',
  'safe.endText': 'Wer dort angemeldet ist, muss sich erneut anmelden.',
  'safe.end': 'Beenden',
  'safe.endOf': 'Sitzung auf {{device}} beenden',
  'safe.unknownDevice': 'Unbekanntes Gerät',
  'safe.lastSeen': 'Zuletzt gesehen {{time}}',
  'safe.since': 'Angemeldet {{time}}',
  'safe.here': 'Dieses Gerät',
};
