// Words of the demo account in Korean.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': '데모 자금으로 모두와 똑같은 시세와 규칙에 따라 거래합니다. 여기에는 실제 돈이 없습니다.',
  'demo.colours': '상승·하락 색상',
  'demo.greenUp': '녹색 상승',
  'demo.redUp': '빨간색 상승',
  'demo.open': '데모 계정 만들기',
  'demo.none': '이 거래소는 데모가 아닙니다. 이메일로 가입해 주세요.',
  'demo.ready': '10,000 USDT가 지급된 데모 계정이 만들어졌습니다.',
  'demo.keep': '다른 기기에서 다시 이용하려면 아래 두 가지를 보관하세요.',
  'demo.start': '거래 시작',
  'demo.faucet': '10,000 USDT로 충전',
  'demo.credited': '{{amount}} USDT가 지급되었습니다',
  'demo.later': '지금은 충전할 금액이 없습니다. 한 시간 후 다시 시도해 주세요.',
  'demo.real': '데모 계정에는 실제 돈이 없습니다. 실제 계정에는 이메일과 본인 인증이 필요합니다.',
};
