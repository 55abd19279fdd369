// Words of settings in Russian.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': 'Тема',
  'set.dark': 'Тёмная',
  'set.light': 'Светлая',
  'set.system': 'Системная',
  'set.upDown': 'Рост и падение',
  'set.greenUp': 'Рост зелёный',
  'set.redUp': 'Рост красный',
  'set.palette': 'Цвета рынка',
  'set.plain': 'Зелёный и красный',
  'set.safe': 'Синий и оранжевый',
  'set.sample': 'Образец',
  'set.version': 'Версия',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': 'Курс на {{time}}',
  'set.rateFailed': 'Курс сейчас недоступен. Суммы остаются в {{currency}} по последнему курсу.',
};
