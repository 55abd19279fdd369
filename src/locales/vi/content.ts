// Words of notices and articles in Vietnamese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['content'] = {
  'notice.system': 'Hệ thống',
  'notice.personal': 'Cá nhân',
  'notice.readAll': 'Đánh dấu đã đọc tất cả',
  'notice.unread': 'Chưa đọc',
  'notice.login': 'Đăng nhập để xem tin nhắn',
  'notice.gone': 'Tin nhắn này không còn nữa',
  'notice.open': 'Mở',
  'notice.search': 'Tìm bài viết',
};
