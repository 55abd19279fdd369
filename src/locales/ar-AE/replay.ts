// كلمات إعادة العرض بالعربية.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['replay'] = {
  'replay.about':
    'يُعاد هنا عرض بث محفوظ أو سوق مسجّلة عبر القارئ ودفاتر الأوامر والمؤشرات نفسها المستخدمة في البث المباشر: بالنتيجة نفسها كل مرة ومن دون حساب.',
  'replay.open': 'فتح تسجيل',
  'replay.own': 'عرض آخر 10 دقائق',
  'replay.loading': 'تجري قراءة التسجيل',
  'replay.nothing': 'لم يُسجَّل شيء بعد: يبدأ التسجيل بعد ثوانٍ من فتح الصفحة',
  'replay.refused.large': 'الملف أكبر مما يمكن لتسجيل (64 ميبيبايت، و512 بعد فك الضغط)',
  'replay.refused.foreign': 'هذا الملف ليس تسجيلاً: يلزم ملف محفوظ هنا أو l2tape',
  'replay.refused.venue': 'هذا التسجيل من منصة لا تُعرف قواعدها هنا: لا يمكن التحقق من دفاترها',
  'replay.refused.empty': 'ينقطع هذا التسجيل قبل أول رسالة كاملة',
  'replay.died': 'انتهت إعادة العرض بشكل غير متوقع: أعد تحميل الصفحة',
  'replay.cut': 'الملف منقطع: يُعرض ما قبل الانقطاع',
  'replay.problems': 'ما الخطأ في هذا التسجيل',
  'replay.problem.cut': 'السطر \u2066{{line}}\u2069: ينقطع الملف',
  'replay.problem.bent': 'السطر \u2066{{line}}\u2069 غير ممكن: يُعاد تشغيل ما قبله',
  'replay.problem.gap':
    'السطر \u2066{{line}}\u2069، \u2066{{symbol}}\u2069: رسائل مفقودة، والدفتر مفقود حتى لقطته التالية',
  'replay.problem.checksum':
    'السطر \u2066{{line}}\u2069، \u2066{{symbol}}\u2069: الدفتر يخالف مجموع المنصة، وهو مفقود حتى لقطته التالية',
  'replay.problem.off-grid':
    'السطر \u2066{{line}}\u2069، \u2066{{symbol}}\u2069: سعر خارج الشبكة، والدفتر مفقود حتى لقطته التالية',
  'replay.problem.crossed': '\u2066{{symbol}}\u2069: في النهاية ليس أفضل طلب شراء أقل من أفضل عرض بيع',
  'replay.problem.no-snapshot': '\u2066{{symbol}}\u2069: لا لقطة، فلا دفتر',
  'replay.problems.more': 'و {{count}} أخرى',
  'replay.controls': 'التحكم بإعادة العرض',
  'replay.play': 'تشغيل',
  'replay.pause': 'إيقاف مؤقت',
  'replay.step': 'الرسالة التالية',
  'replay.ended': 'انتهى التسجيل',
  'replay.mark': 'وسم هذه اللحظة',
  'replay.marksFull': 'وُضعت 20 علامة: لا مكان لأكثر',
  'replay.speed': 'السرعة',
  'replay.place': 'لحظة التسجيل',
  'replay.marks': 'لحظات للانتقال إليها',
  'replay.market': 'السوق',
  'replay.played': 'الرسائل المعروضة',
  'replay.hash': 'بصمة الحالة',
  'replay.chart': 'شموع مسجّلة لـ {{pair}}، {{interval}}',
  'replay.at.own': 'علامة \u2066{{time}}\u2069',
  'replay.at.gap': 'رسالة ناقصة \u2066{{time}}\u2069',
  'replay.at.closed': 'انقطع الاتصال \u2066{{time}}\u2069',
  'replay.at.open': 'عاد الاتصال \u2066{{time}}\u2069',
  'replay.at.bad': 'غير مقروءة \u2066{{time}}\u2069',
};
