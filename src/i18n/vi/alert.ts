// Words of alerts in Vietnamese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': 'Đăng nhập để đặt cảnh báo',
  'alert.none': 'Chưa có cảnh báo',
  'alert.noneText': 'Đặt giá ở trên, hoặc chạm vào một giá trên biểu đồ.',
  'alert.waiting': 'Đang chờ',
  'alert.history': 'Đã báo',
  'alert.rule': 'Quy tắc',
  'alert.price': 'Giá',
  'alert.percent': 'Tăng theo phần trăm',
  'alert.percentText': 'Tính từ giá cuối hiện tại. Chờ đến mức giá tính được.',
  'alert.often': 'Tần suất',
  'alert.once': 'Một lần',
  'alert.again': 'Mỗi lần',
  'alert.told': 'đã báo {{time}}',
  'alert.setNone': 'Hãy nhập giá trước',
  'alert.setAt': 'Đặt cảnh báo tại {{price}}',
  'alert.remove': 'Xóa',
  'alert.removeOf': 'Xóa cảnh báo tại {{price}}',
  'alert.pushText': 'Cảnh báo hiện thành dòng trên trang và thành thông báo. Khi bật push, cảnh báo đến cả lúc ứng dụng đã đóng.',
  'alert.push': 'Push đến thiết bị này',
  'alert.push.on': 'Thiết bị này nhận push.',
  'alert.push.denied': 'Thông báo đang bị chặn. Hãy cho phép trang này trong cài đặt trình duyệt rồi quay lại.',
  'alert.push.none': 'Trình duyệt này không nhận push. Trên iPhone hãy thêm ứng dụng vào màn hình chính trước.',
};
