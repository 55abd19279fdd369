// Words of the shell and home in German; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'tab.home': 'Start',
  'tab.contracts': 'Kontrakte',
  'tab.assets': 'Vermögen',

  'title.markets': 'Märkte',
  'title.language': 'Sprache',
  'title.currency': 'Währung',
  'title.settings': 'Einstellungen',

  'menu.logIn': 'Anmelden',
  'menu.logOut': 'Abmelden',
  'menu.language': 'Sprache',
  'menu.currency': 'Währung',
  'menu.settings': 'Einstellungen',

  'auth.login': 'Anmelden',
  'auth.register': 'Registrieren',

  'app.back': 'Zurück',
  'app.close': 'Schließen',
  'app.cancel': 'Abbrechen',
  'app.confirm': 'Bestätigen',

  'home.favourites': 'Favoriten',
  'home.crypto': 'Krypto',
  'home.forex': 'Devisen',
  'home.gainers': 'Gewinner',
  'title.myOrder': 'Meine Orders',
  'title.proof': 'Abrechnungsnachweis',
  'title.limit': 'Meine Grenzen',
  'title.orderInfo': 'Orderdetails',
  'title.display': 'Anzeige',
  'title.notify': 'Hinweise und Töne',
  'title.tradeRules': 'Handel',
  'title.security': 'Sicherheit',
  'title.sessions': 'Geräte',
  'title.ledger': 'Guthaben prüfen',
  'title.alert': 'Alarme',
  'title.feed': 'Status der Kurse',
  'title.demo': 'Demokonto',
  'title.missing': 'Seite nicht gefunden',
};
