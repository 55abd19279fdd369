// Words of the demo account in Arabic.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': 'تداول بأموال تجريبية بالأسعار والقواعد نفسها التي للجميع. لا شيء هنا أموال حقيقية.',
  'demo.colours': 'ألوان الصعود والهبوط',
  'demo.greenUp': 'الأخضر صعود',
  'demo.redUp': 'الأحمر صعود',
  'demo.open': 'فتح حساب تجريبي',
  'demo.none': 'هذه المنصة ليست تجريبية. يرجى التسجيل ببريدك الإلكتروني.',
  'demo.ready': 'حسابك التجريبي مفتوح برصيد \u206610,000 USDT\u2069.',
  'demo.keep': 'احتفظ بهذين إذا أردت العودة من جهاز آخر.',
  'demo.start': 'ابدأ التداول',
  'demo.faucet': 'إعادة الرصيد إلى \u206610,000 USDT\u2069',
  'demo.credited': 'أُضيف \u2066{{amount}} USDT\u2069',
  'demo.later': 'لا يوجد ما يُضاف الآن. حاول مجددًا بعد ساعة.',
  'demo.real': 'لا يحتوي الحساب التجريبي على أموال حقيقية. يتطلب الحساب الحقيقي بريدك والتحقق من هويتك.',
};
