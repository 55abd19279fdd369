// Words of notices and articles in Korean.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': '시스템',
  'notice.personal': '개인',
  'notice.readAll': '모두 읽음',
  'notice.unread': '읽지 않음',
  'notice.login': '로그인하고 메시지를 확인하세요',
  'notice.gone': '더 이상 없는 메시지입니다',
  'notice.open': '열기',
  'notice.search': '게시글 검색',
};
