// Words of notices and articles in Japanese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': 'システム',
  'notice.personal': '個人',
  'notice.readAll': 'すべて既読にする',
  'notice.unread': '未読',
  'notice.login': 'ログインしてメッセージを表示',
  'notice.gone': 'このメッセージはもうありません',
  'notice.open': '開く',
  'notice.search': '記事を検索',
};
