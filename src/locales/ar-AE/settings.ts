// Words of settings in Arabic.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': 'المظهر',
  'set.dark': 'داكن',
  'set.light': 'فاتح',
  'set.system': 'النظام',
  'set.upDown': 'الصعود والهبوط',
  'set.greenUp': 'الأخضر صعود',
  'set.redUp': 'الأحمر صعود',
  'set.palette': 'ألوان السوق',
  'set.plain': 'أخضر وأحمر',
  'set.safe': 'أزرق وبرتقالي',
  'set.sample': 'نموذج',
  'set.version': 'الإصدار',
  'set.rate': '\u20661 USD = {{rate}} {{currency}}\u2069',
  'set.rateAge': 'السعر بتاريخ \u2066{{time}}\u2069',
  'set.rateFailed': 'تعذّر جلب السعر الآن. تبقى المبالغ بعملة {{currency}} حسب آخر سعر.',
};
