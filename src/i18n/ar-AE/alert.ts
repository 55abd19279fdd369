// Words of alerts in Arabic.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': 'سجّل الدخول لضبط التنبيهات',
  'alert.none': 'لا توجد تنبيهات بعد',
  'alert.noneText': 'اضبط سعرًا أعلاه أو اضغط على سعر في الرسم البياني.',
  'alert.waiting': 'قيد الانتظار',
  'alert.history': 'تم التنبيه',
  'alert.rule': 'القاعدة',
  'alert.price': 'السعر',
  'alert.percent': 'الارتفاع بالنسبة المئوية',
  'alert.percentText': 'تُحسب من آخر سعر الآن، ويُنتظر السعر الناتج عنها.',
  'alert.often': 'التكرار',
  'alert.once': 'مرة واحدة',
  'alert.again': 'كل مرة',
  'alert.told': 'تم التنبيه \u2066{{time}}\u2069',
  'alert.setNone': 'أدخل سعرًا أولًا',
  'alert.setAt': 'ضبط تنبيه عند \u2066{{price}}\u2069',
  'alert.remove': 'إزالة',
  'alert.removeOf': 'إزالة التنبيه عند \u2066{{price}}\u2069',
  'alert.pushText': 'تصل التنبيهات كسطر أعلى الصفحة وكإشعار. ومع الإشعارات الفورية تصل أيضًا والتطبيق مغلق.',
  'alert.push': 'إشعارات فورية لهذا الجهاز',
  'alert.push.on': 'هذا الجهاز يستقبل الإشعارات الفورية.',
  'alert.push.denied': 'الإشعارات محظورة. اسمح بها لهذا الموقع من إعدادات المتصفح ثم عُد.',
  'alert.push.none': 'لا يدعم هذا المتصفح الإشعارات الفورية. على iPhone أضف التطبيق إلى الشاشة الرئيسية أولًا.',
};
