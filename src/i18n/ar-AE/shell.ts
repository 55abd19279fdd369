// Words of the shell and home in Arabic; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'tab.home': 'الرئيسية',
  'tab.contracts': 'العقود',
  'tab.assets': 'الأصول',

  'title.markets': 'الأسواق',
  'title.language': 'اللغة',
  'title.currency': 'العملة',
  'title.settings': 'الإعدادات',

  'menu.logIn': 'تسجيل الدخول',
  'menu.logOut': 'تسجيل الخروج',
  'menu.language': 'اللغة',
  'menu.currency': 'العملة',
  'menu.settings': 'الإعدادات',

  'auth.login': 'تسجيل الدخول',
  'auth.register': 'إنشاء حساب',

  'app.back': 'رجوع',
  'app.close': 'إغلاق',
  'app.cancel': 'إلغاء',
  'app.confirm': 'تأكيد',

  'home.favourites': 'المفضلة',
  'home.crypto': 'العملات الرقمية',
  'home.forex': 'الفوركس',
  'home.gainers': 'الأكثر ارتفاعًا',
};
