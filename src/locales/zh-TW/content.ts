// Words of notices and articles in Traditional Chinese (Taiwan).
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': '系統',
  'notice.personal': '個人',
  'notice.readAll': '全部標為已讀',
  'notice.unread': '未讀',
  'notice.login': '登入以查看您的訊息',
  'notice.gone': '此訊息已不存在',
  'notice.open': '開啟',
  'notice.search': '搜尋文章',
};
