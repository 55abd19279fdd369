// Words of places in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': 'Carte du monde',
  'place.mapAt': 'Carte du monde avec {{place}}',
  'place.onMap': 'Point sur la carte',
  'place.choose': 'Choisir une position',
  'place.useOwn': 'Ma position',
  'place.use': 'Utiliser ce lieu',
  'place.useNone': 'Choisissez d’abord un lieu',
  'place.search': 'Chercher un lieu',
  'place.list': 'Lieux',
  'place.denied':
    'Votre position n’a pas été autorisée. Autorisez-la dans les réglages du navigateur pour ce site, ou choisissez un lieu dans la liste.',
  'place.unknown': 'Cet appareil ne connaît pas sa position. Choisissez un lieu dans la liste.',
  'place.none': 'Aucun lieu n’a été indiqué.',
  'place.openApp': 'Ouvrir dans une app de cartes',
  'place.own': 'Vous êtes ici',
};
