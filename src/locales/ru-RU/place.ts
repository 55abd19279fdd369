// Words of places in Russian.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': 'Карта мира',
  'place.mapAt': 'Карта мира: {{place}}',
  'place.onMap': 'Точка на карте',
  'place.choose': 'Выберите место',
  'place.useOwn': 'Моё место',
  'place.use': 'Выбрать это место',
  'place.useNone': 'Сначала выберите место',
  'place.search': 'Поиск мест',
  'place.list': 'Места',
  'place.denied':
    'Доступ к вашему местоположению не разрешён. Разрешите его для этого сайта в настройках браузера или выберите место из списка.',
  'place.unknown': 'Устройство сейчас не знает своего места. Выберите место из списка.',
  'place.none': 'Место не указано.',
  'place.openApp': 'Открыть в картах',
  'place.own': 'Вы здесь',
};
