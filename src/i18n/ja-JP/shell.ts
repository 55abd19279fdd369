// Words of the shell and home in Japanese; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'tab.home': 'ホーム',
  'tab.contracts': '契約',
  'tab.assets': '資産',

  'title.markets': 'マーケット',
  'title.language': '言語',
  'title.currency': '通貨',
  'title.settings': '設定',

  'menu.logIn': 'ログイン',
  'menu.logOut': 'ログアウト',
  'menu.language': '言語',
  'menu.currency': '通貨',
  'menu.settings': '設定',

  'auth.login': 'ログイン',
  'auth.register': '登録',

  'app.back': '戻る',
  'app.close': '閉じる',
  'app.cancel': 'キャンセル',
  'app.confirm': '確認',

  'home.favourites': 'お気に入り',
  'home.crypto': '暗号資産',
  'home.forex': '外国為替',
  'home.gainers': '上昇',
};
