// Words of alerts in Russian.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': 'Войдите, чтобы создавать оповещения',
  'alert.none': 'Оповещений пока нет',
  'alert.noneText': 'Задайте цену выше или нажмите на цену на графике.',
  'alert.waiting': 'Ожидают',
  'alert.history': 'Сообщённые',
  'alert.rule': 'Условие',
  'alert.price': 'Цена',
  'alert.percent': 'Рост в процентах',
  'alert.percentText': 'Считается от текущей последней цены. Ожидается цена, которая получится.',
  'alert.often': 'Как часто',
  'alert.once': 'Один раз',
  'alert.again': 'Каждый раз',
  'alert.told': 'сообщено {{time}}',
  'alert.setNone': 'Сначала введите цену',
  'alert.setAt': 'Создать оповещение на {{price}}',
  'alert.remove': 'Удалить',
  'alert.removeOf': 'Удалить оповещение на {{price}}',
  'alert.pushText': 'Оповещения приходят строкой поверх страницы и уведомлением. С push они приходят и тогда, когда приложение закрыто.',
  'alert.push': 'Push на это устройство',
  'alert.push.on': 'Это устройство получает push.',
  'alert.push.denied': 'Уведомления заблокированы. Разрешите их для этого сайта в настройках браузера и вернитесь сюда.',
  'alert.push.none': 'Этот браузер не получает push. На iPhone сначала добавьте приложение на экран «Домой».',
};
