// Words of the embedded chart in Russian.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['embed'] = {
  'embed.toExchange': 'Открыть {{pair}} на DeFi',
  'embed.lead': 'Живой график для любого сайта: две строки HTML, без счёта и cookie.',
  'embed.example': 'Живой пример',
  'embed.market': 'Рынок',
  'embed.take': 'Сделать снимок',
  'embed.taken': 'Снимок графика',
  'embed.said': 'Что сообщает график',
  'embed.paste': 'Вставьте это',
  'embed.pasteText': 'График шириной со своё место и высотой 400 px, если ваш стиль не задаёт иного.',
  'embed.attributes': 'Атрибуты',
  'embed.attributesText': 'Их можно менять в любой момент; график подстроится.',
  'embed.symbol': 'Пара этой биржи',
  'embed.interval': 'Длина свечи, от 1s до 1M',
  'embed.mainList': 'Индикаторы на свечах; параметры в скобках',
  'embed.subList': 'Индикаторы под свечами',
  'embed.theme': 'dark, light или system',
  'embed.lang': 'Язык текстов в рамке',
  'embed.methods': 'Методы и события',
  'embed.methodsText':
    'Каждый метод возвращает промис. Невыполнимое отклоняется с пояснением, и график остаётся как был.',
  'embed.events': 'События: ready, crosshair, candle, error. Значения находятся в event.detail.',
  'embed.frame': 'Без скрипта',
  'embed.frameText':
    'Достаточно одной рамки. Она слушает страницу, указанную в «origin», иначе первую обратившуюся, и больше никого.',
  'embed.commands': 'У каждого сообщения есть версия, id и команда; ответ несёт тот же id.',
  'embed.safe': 'Чего она не делает',
  'embed.safeText':
    'Рамка не знает сеанса, не ставит cookie и ничего не хранит. Она не видит вашу страницу, и никакую другую страницу биржи встроить нельзя.',
  'embed.copy': 'Копировать',
  'embed.copied': 'Скопировано',
  'embed.copyFailed': 'Скопировать не удалось. Выделите текст вручную.',
  'embed.scriptFailed': 'Не удалось загрузить пример',
};
