// Words of settings in French.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': 'Thème',
  'set.dark': 'Sombre',
  'set.light': 'Clair',
  'set.system': 'Système',
  'set.upDown': 'Hausse et baisse',
  'set.greenUp': 'Hausse verte',
  'set.redUp': 'Hausse rouge',
  'set.palette': 'Couleurs du marché',
  'set.plain': 'Vert et rouge',
  'set.safe': 'Bleu et orange',
  'set.sample': 'Exemple',
  'set.version': 'Version',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': 'Taux de {{time}}',
  'set.rateFailed': 'Le taux est indisponible. Les montants restent en {{currency}} au dernier taux.',
};
