// Words of places in Arabic.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': 'خريطة العالم',
  'place.mapAt': 'خريطة العالم مع {{place}}',
  'place.onMap': 'نقطة على الخريطة',
  'place.choose': 'اختر موقعًا',
  'place.useOwn': 'موقعي',
  'place.use': 'استخدام هذا المكان',
  'place.useNone': 'اختر مكانًا أولًا',
  'place.search': 'البحث عن مكان',
  'place.list': 'الأماكن',
  'place.denied': 'لم يُسمح بموقعك. اسمح به من إعدادات المتصفح لهذا الموقع، أو اختر مكانًا من القائمة.',
  'place.unknown': 'لا يعرف هذا الجهاز موقعه الآن. اختر مكانًا من القائمة.',
  'place.none': 'لم يُحدَّد أي مكان.',
  'place.openApp': 'فتح في تطبيق خرائط',
  'place.own': 'أنت هنا',
};
