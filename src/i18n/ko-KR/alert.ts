// Words of alerts in Korean.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': '로그인하고 알림을 설정하세요',
  'alert.none': '알림이 없습니다',
  'alert.noneText': '위에서 가격을 설정하거나 차트의 가격을 누르세요.',
  'alert.waiting': '대기 중',
  'alert.history': '알림 내역',
  'alert.rule': '조건',
  'alert.price': '가격',
  'alert.percent': '상승률(%)',
  'alert.percentText': '현재가를 기준으로 계산하며, 계산된 가격에 도달하면 알려 줍니다.',
  'alert.often': '횟수',
  'alert.once': '한 번',
  'alert.again': '매번',
  'alert.told': '{{time}} 알림',
  'alert.setNone': '먼저 가격을 입력하세요',
  'alert.setAt': '{{price}}에 알림 설정',
  'alert.remove': '삭제',
  'alert.removeOf': '{{price}} 알림 삭제',
  'alert.pushText': '알림은 페이지 위 메시지와 알림 목록으로 전달됩니다. 푸시를 켜면 앱을 닫아도 받을 수 있습니다.',
  'alert.push': '이 기기로 푸시 받기',
  'alert.push.on': '이 기기에서 푸시를 받습니다.',
  'alert.push.denied': '알림이 차단되어 있습니다. 브라우저의 사이트 설정에서 허용한 뒤 다시 오세요.',
  'alert.push.none': '이 브라우저는 푸시를 지원하지 않습니다. iPhone에서는 먼저 앱을 홈 화면에 추가하세요.',
};
