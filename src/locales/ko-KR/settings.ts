// Words of settings in Korean.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': '테마',
  'set.dark': '다크',
  'set.light': '라이트',
  'set.system': '시스템',
  'set.upDown': '상승·하락',
  'set.greenUp': '녹색 상승',
  'set.redUp': '빨간색 상승',
  'set.palette': '시세 색상',
  'set.plain': '녹색·빨간색',
  'set.safe': '파란색·주황색',
  'set.sample': '예시',
  'set.version': '버전',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': '{{time}} 환율',
  'set.rateFailed': '지금은 환율을 가져올 수 없습니다. 금액은 마지막 환율의 {{currency}}로 표시됩니다.',
};
