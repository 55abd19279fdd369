// Words of the demo account in Vietnamese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': 'Giao dịch bằng tiền demo với cùng giá và quy tắc như mọi người. Ở đây không có tiền thật.',
  'demo.colours': 'Màu tăng và giảm',
  'demo.greenUp': 'Xanh tăng',
  'demo.redUp': 'Đỏ tăng',
  'demo.open': 'Mở tài khoản demo',
  'demo.none': 'Sàn này không phải bản demo. Vui lòng đăng ký bằng email.',
  'demo.ready': 'Tài khoản demo đã mở, có 10 000 USDT.',
  'demo.keep': 'Hãy giữ cả hai nếu muốn vào lại từ thiết bị khác.',
  'demo.start': 'Bắt đầu giao dịch',
  'demo.faucet': 'Nạp đầy 10 000 USDT',
  'demo.credited': 'Đã ghi có {{amount}} USDT',
  'demo.later': 'Hiện chưa cần nạp thêm. Hãy thử lại sau một giờ.',
  'demo.real': 'Tài khoản demo không có tiền thật. Tài khoản thật cần email và xác minh danh tính.',
};
