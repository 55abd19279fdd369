// Words of alerts in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': 'Connectez-vous pour créer des alertes',
  'alert.none': 'Pas encore d’alertes',
  'alert.noneText': 'Indiquez un prix ci-dessus, ou touchez un prix sur le graphique.',
  'alert.waiting': 'En attente',
  'alert.history': 'Signalées',
  'alert.rule': 'Règle',
  'alert.price': 'Prix',
  'alert.percent': 'Hausse en pourcentage',
  'alert.percentText': 'Calculée depuis le dernier prix actuel. Le prix obtenu est attendu.',
  'alert.often': 'Fréquence',
  'alert.once': 'Une fois',
  'alert.again': 'Chaque fois',
  'alert.told': 'signalée {{time}}',
  'alert.setNone': 'Saisissez d’abord un prix',
  'alert.setAt': 'Créer une alerte à {{price}}',
  'alert.remove': 'Supprimer',
  'alert.removeOf': 'Supprimer l’alerte à {{price}}',
  'alert.pushText': 'Les alertes arrivent en bandeau sur la page et en notification. Avec le push, elles arrivent aussi quand l’app est fermée.',
  'alert.push': 'Push sur cet appareil',
  'alert.push.on': 'Cet appareil reçoit les push.',
  'alert.push.denied': 'Les notifications sont bloquées. Autorisez-les pour ce site dans les réglages du navigateur, puis revenez.',
  'alert.push.none': 'Ce navigateur ne reçoit pas de push. Sur iPhone, ajoutez d’abord l’app à l’écran d’accueil.',
};
