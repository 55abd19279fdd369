// Words of notices and articles in Arabic.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': 'النظام',
  'notice.personal': 'شخصية',
  'notice.readAll': 'تحديد الكل كمقروء',
  'notice.unread': 'غير مقروءة',
  'notice.login': 'سجّل الدخول لعرض رسائلك',
  'notice.gone': 'هذه الرسالة لم تعد موجودة',
  'notice.open': 'فتح',
  'notice.search': 'البحث في المقالات',
};
