// Words of the shell and home in Korean; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'tab.home': '홈',
  'tab.contracts': '선물',
  'tab.assets': '자산',

  'title.markets': '시장',
  'title.language': '언어',
  'title.currency': '통화',
  'title.settings': '설정',

  'menu.logIn': '로그인',
  'menu.logOut': '로그아웃',
  'menu.language': '언어',
  'menu.currency': '통화',
  'menu.settings': '설정',

  'auth.login': '로그인',
  'auth.register': '회원가입',

  'app.back': '뒤로',
  'app.close': '닫기',
  'app.cancel': '취소',
  'app.confirm': '확인',

  'home.favourites': '즐겨찾기',
  'home.crypto': '암호화폐',
  'home.forex': '외환',
  'home.gainers': '상승',
};
