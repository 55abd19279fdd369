// Words of the demo account in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': 'Tradez avec des fonds démo aux mêmes prix et règles que tous. Rien ici n’est de l’argent réel.',
  'demo.colours': 'Couleurs de hausse et baisse',
  'demo.greenUp': 'Hausse verte',
  'demo.redUp': 'Hausse rouge',
  'demo.open': 'Ouvrir un compte démo',
  'demo.none': 'Cette plateforme n’est pas une démo. Inscrivez-vous avec votre e-mail.',
  'demo.ready': 'Votre compte démo est ouvert, avec 10 000 USDT.',
  'demo.keep': 'Gardez ces deux éléments pour revenir depuis un autre appareil.',
  'demo.start': 'Commencer à trader',
  'demo.faucet': 'Recharger à 10 000 USDT',
  'demo.credited': '{{amount}} USDT crédités',
  'demo.later': 'Rien à recharger maintenant. Réessayez dans une heure.',
  'demo.real':
    'Un compte démo ne contient pas d’argent réel. Un compte réel demande votre e-mail et une vérification d’identité.',
  'first.ask': 'Comment afficher les prix ?',
  'first.safe': 'Bleu et orange, pour daltoniens',
  'first.hints': 'Astuces',
  'first.step': '{{step}} sur {{count}}',
  'first.next': 'Suivant',
  'first.skip': 'Passer',
  'first.done': 'Compris',
  'first.multiple':
    'Le multiple dit combien de fois votre marge vous négociez. Plus il est élevé, plus la liquidation est proche.',
  'first.size': 'Saisissez la quantité. Le coût et le risque suivent chaque frappe.',
  'first.submit': 'Le bouton dit ce qu’il va faire. Avant l’envoi, vous revoyez l’ordre.',
  'first.book': 'Touchez un prix du carnet pour le reprendre. Maintenez pour reprendre aussi la quantité jusque-là.',
  'first.chart': 'Maintenez le graphique pour lire une bougie. Pincez pour zoomer, touchez deux fois pour revenir.',
  'first.axis': 'Touchez l’axe des prix pour une alerte ou un ordre à ce prix. Vos lignes se déplacent au doigt.',
  'first.wide': 'Le plein écran passe le graphique en paysage, avec un ticket rapide à côté.',
};
