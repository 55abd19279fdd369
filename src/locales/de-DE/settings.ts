// Words of settings in German.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': 'Design',
  'set.dark': 'Dunkel',
  'set.light': 'Hell',
  'set.system': 'System',
  'set.upDown': 'Auf und ab',
  'set.greenUp': 'Grün steigt',
  'set.redUp': 'Rot steigt',
  'set.palette': 'Marktfarben',
  'set.plain': 'Grün und Rot',
  'set.safe': 'Blau und Orange',
  'set.sample': 'Beispiel',
  'set.version': 'Version',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': 'Kurs von {{time}}',
  'set.rateFailed': 'Der Kurs ist gerade nicht abrufbar. Beträge bleiben in {{currency}} zum letzten Kurs.',
};
