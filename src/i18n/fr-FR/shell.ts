// Words of the shell and home in French; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'tab.home': 'Accueil',
  'tab.contracts': 'Contrats',
  'tab.assets': 'Actifs',

  'title.markets': 'Marchés',
  'title.language': 'Langue',
  'title.currency': 'Devise',
  'title.settings': 'Paramètres',

  'menu.logIn': 'Se connecter',
  'menu.logOut': 'Se déconnecter',
  'menu.language': 'Langue',
  'menu.currency': 'Devise',
  'menu.settings': 'Paramètres',

  'auth.login': 'Se connecter',
  'auth.register': 'S’inscrire',

  'app.back': 'Retour',
  'app.close': 'Fermer',
  'app.cancel': 'Annuler',
  'app.confirm': 'Confirmer',

  'home.favourites': 'Favoris',
  'home.crypto': 'Crypto',
  'home.forex': 'Forex',
  'home.gainers': 'Hausses',
  'title.myOrder': 'Mes ordres',
  'title.proof': 'Preuve de règlement',
  'title.limit': 'Mes limites',
  'title.orderInfo': "Détails de l'ordre",
  'title.display': 'Affichage',
  'title.notify': 'Alertes et sons',
  'title.tradeRules': 'Négociation',
  'title.security': 'Sécurité',
  'title.sessions': 'Appareils',
  'title.ledger': 'Vérifier mon solde',
  'title.alert': 'Alertes',
  'title.feed': 'État du flux',
  'title.demo': 'Compte de démonstration',
  'title.missing': 'Page introuvable',
};
