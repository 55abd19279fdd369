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
  'demo.real': 'Un compte démo ne contient pas d’argent réel. Un compte réel demande votre e-mail et une vérification d’identité.',
};
