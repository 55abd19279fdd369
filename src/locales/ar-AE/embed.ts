// Words of the embedded chart in Arabic.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['embed'] = {
  'embed.toExchange': 'فتح {{pair}} على DeFi',
  'embed.lead': 'رسم بياني مباشر لأي موقع: سطران من HTML، بلا حساب ولا ملفات تعريف ارتباط.',
  'embed.example': 'مثال مباشر',
  'embed.market': 'السوق',
  'embed.take': 'التقاط صورة',
  'embed.taken': 'صورة الرسم البياني',
  'embed.said': 'ما يقوله الرسم البياني',
  'embed.paste': 'ألصق هذا',
  'embed.pasteText': 'يأخذ الرسم البياني عرض مكانه بارتفاع \u2066400 px\u2069 ما لم يحدد نمطك غير ذلك.',
  'embed.attributes': 'السمات',
  'embed.attributesText': 'يمكن تغييرها في أي وقت، ويتبعها الرسم البياني.',
  'embed.symbol': 'زوج من هذه المنصة',
  'embed.interval': 'مدة الشمعة، من 1s إلى 1M',
  'embed.mainList': 'المؤشرات فوق الشموع؛ المعاملات بين قوسين',
  'embed.subList': 'المؤشرات أسفل الشموع',
  'embed.theme': 'dark أو light أو system',
  'embed.lang': 'لغة ما يعرضه الإطار',
  'embed.methods': 'الطرق والأحداث',
  'embed.methodsText': 'كل طريقة تُعيد promise. ما لا يمكن تنفيذه يُرفض مع جملة توضيحية، ويستمر الرسم البياني كما كان.',
  'embed.events': 'الأحداث: ready وcrosshair وcandle وerror. القيم موجودة في event.detail.',
  'embed.frame': 'بدون السكربت',
  'embed.frameText':
    'الإطار وحده يكفي. يستمع إلى الصفحة المحددة في «origin»، وإلا فإلى أول صفحة ترسل hello، ولا أحد غيرها.',
  'embed.commands': 'لكل رسالة إصدار ومعرّف id وأمر؛ ويحمل الرد المعرّف نفسه.',
  'embed.safe': 'ما لا يفعله',
  'embed.safeText':
    'لا يعرف الإطار أي جلسة، ولا يضع ملفات تعريف ارتباط، ولا يخزّن شيئًا. لا يمكنه رؤية صفحتك، ولا يمكن تضمين أي صفحة أخرى من هذه المنصة.',
  'embed.copy': 'نسخ',
  'embed.copied': 'تم النسخ',
  'embed.copyFailed': 'تعذّر النسخ. حدّد النص بدلًا من ذلك.',
  'embed.scriptFailed': 'تعذّر تحميل المثال',
};
