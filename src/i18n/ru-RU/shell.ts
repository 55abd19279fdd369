// Words of the shell and home in Russian; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'tab.home': 'Главная',
  'tab.contracts': 'Контракты',
  'tab.assets': 'Активы',

  'title.markets': 'Рынки',
  'title.language': 'Язык',
  'title.currency': 'Валюта',
  'title.settings': 'Настройки',

  'menu.logIn': 'Войти',
  'menu.logOut': 'Выйти',
  'menu.language': 'Язык',
  'menu.currency': 'Валюта',
  'menu.settings': 'Настройки',

  'auth.login': 'Войти',
  'auth.register': 'Регистрация',

  'app.back': 'Назад',
  'app.close': 'Закрыть',
  'app.cancel': 'Отмена',
  'app.confirm': 'Подтвердить',

  'home.favourites': 'Избранное',
  'home.crypto': 'Крипто',
  'home.forex': 'Форекс',
  'home.gainers': 'Рост',
  'title.myOrder': 'Мои ордера',
  'title.proof': 'Доказательство расчёта',
  'title.limit': 'Мои лимиты',
  'title.orderInfo': 'Детали ордера',
  'title.display': 'Отображение',
  'title.notify': 'Уведомления и звуки',
  'title.tradeRules': 'Торговля',
  'title.security': 'Безопасность',
  'title.sessions': 'Устройства',
  'title.ledger': 'Проверить мой баланс',
  'title.alert': 'Оповещения',
  'title.feed': 'Состояние потока',
  'title.demo': 'Демо-счёт',
  'title.missing': 'Страница не найдена',
};
