// Words of the demo account in Russian.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': 'Торгуйте на демо-средства по тем же ценам и правилам, что и все. Реальных денег здесь нет.',
  'demo.colours': 'Цвета роста и падения',
  'demo.greenUp': 'Рост зелёный',
  'demo.redUp': 'Рост красный',
  'demo.open': 'Открыть демо-счёт',
  'demo.none': 'Эта биржа не демо. Зарегистрируйтесь по эл. почте.',
  'demo.ready': 'Ваш демо-счёт открыт, на нём 10 000 USDT.',
  'demo.keep': 'Сохраните оба, если хотите войти с другого устройства.',
  'demo.start': 'Начать торговлю',
  'demo.faucet': 'Пополнить до 10 000 USDT',
  'demo.credited': 'Зачислено {{amount}} USDT',
  'demo.later': 'Сейчас пополнять нечего. Попробуйте через час.',
  'demo.real': 'На демо-счёте нет реальных денег. Для реального счёта нужны эл. почта и проверка личности.',
};
