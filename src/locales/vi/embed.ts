// Words of the embedded chart in Vietnamese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['embed'] = {
  'embed.toExchange': 'Mở {{pair}} trên DeFi',
  'embed.lead': 'Biểu đồ trực tiếp cho mọi trang web: hai dòng HTML, không cần tài khoản, không cookie.',
  'embed.example': 'Ví dụ trực tiếp',
  'embed.market': 'Thị trường',
  'embed.take': 'Chụp ảnh',
  'embed.taken': 'Ảnh biểu đồ',
  'embed.said': 'Biểu đồ báo gì',
  'embed.paste': 'Dán đoạn này',
  'embed.pasteText': 'Biểu đồ rộng bằng chỗ đặt và cao 400 px, trừ khi style của bạn quy định khác.',
  'embed.attributes': 'Thuộc tính',
  'embed.attributesText': 'Có thể đổi bất cứ lúc nào; biểu đồ thay đổi theo.',
  'embed.symbol': 'Một cặp của sàn này',
  'embed.interval': 'Độ dài nến, 1s đến 1M',
  'embed.mainList': 'Chỉ báo trên nến; tham số trong ngoặc',
  'embed.subList': 'Chỉ báo dưới nến',
  'embed.theme': 'dark, light hoặc system',
  'embed.lang': 'Ngôn ngữ của chữ trong khung',
  'embed.methods': 'Phương thức và sự kiện',
  'embed.methodsText':
    'Mỗi phương thức trả về một promise. Việc không làm được sẽ bị từ chối kèm một câu, và biểu đồ giữ nguyên.',
  'embed.events': 'Sự kiện: ready, crosshair, candle, error. Giá trị nằm trong event.detail.',
  'embed.frame': 'Không dùng script',
  'embed.frameText':
    'Chỉ cần khung là đủ. Nó nghe trang được nêu trong “origin”, nếu không thì trang đầu tiên liên hệ, và không nghe ai khác.',
  'embed.commands': 'Mỗi thông điệp có phiên bản, id và lệnh; câu trả lời mang cùng id.',
  'embed.safe': 'Những gì khung không làm',
  'embed.safeText':
    'Khung không biết phiên nào, không đặt cookie và không lưu gì. Nó không thấy trang của bạn, và không trang nào khác của sàn nhúng được.',
  'embed.copy': 'Sao chép',
  'embed.copied': 'Đã sao chép',
  'embed.copyFailed': 'Không sao chép được. Hãy tự chọn văn bản.',
  'embed.scriptFailed': 'Không tải được ví dụ',
};
