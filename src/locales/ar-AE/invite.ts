// Words of invitations in Arabic.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': 'سجّل الدخول لدعوة الأصدقاء',
  'invite.guestText': 'رمزك ورابطك في انتظارك، مع حصة من الرسوم.',
  'invite.title': 'ادعُ صديقًا وشاركه الرسوم',
  'invite.text': 'الأصدقاء الذين يسجلون برمزك يمنحونك عُشر رسومهم الفورية.',
  'invite.code': 'رمز الدعوة',
  'invite.link': 'الرابط',
  'invite.poster': 'الملصق',
  'invite.posterTitle': 'تداول معي',
  'invite.posterText': 'امسح الرمز للتسجيل',
  'invite.posterLabel': 'ملصق به رمز QR ورمز الدعوة {{code}}',
  'invite.shareText': 'سجّل برمزي {{code}}',
  'invite.rules': 'القواعد',
  'invite.rule1': 'يسجّل صديق عبر رابطك أو رمزك.',
  'invite.rule2': 'تحصل على \u206610%\u2069 من الرسوم الفورية التي يدفعها الصديق.',
  'invite.rule3': 'تُضاف مرة يوميًا بعملة USDT وتظهر في سجلاتك.',
  'invite.friends': 'الأصدقاء',
  'invite.income': 'الدخل (USDT)',
  'invite.nobody': 'لم ينضم أحد بعد',
  'invite.nobodyText': 'شارك رابطك أو الملصق؛ ومن يسجّل يظهر هنا.',
};
