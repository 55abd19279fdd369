// Words of the shell and home in Vietnamese; what is absent is shown in English.
import type { Words } from '../languages.ts';

export const words: Partial<Words> = {
  'tab.home': 'Trang chủ',
  'tab.contracts': 'Hợp đồng',
  'tab.assets': 'Tài sản',

  'title.markets': 'Thị trường',
  'title.language': 'Ngôn ngữ',
  'title.currency': 'Tiền tệ',
  'title.settings': 'Cài đặt',

  'menu.logIn': 'Đăng nhập',
  'menu.logOut': 'Đăng xuất',
  'menu.language': 'Ngôn ngữ',
  'menu.currency': 'Tiền tệ',
  'menu.settings': 'Cài đặt',

  'auth.login': 'Đăng nhập',
  'auth.register': 'Đăng ký',

  'app.back': 'Quay lại',
  'app.close': 'Đóng',
  'app.cancel': 'Hủy',
  'app.confirm': 'Xác nhận',

  'home.favourites': 'Yêu thích',
  'home.crypto': 'Crypto',
  'home.forex': 'Ngoại hối',
  'home.gainers': 'Tăng giá',
  'title.myOrder': 'Lệnh của tôi',
  'title.proof': 'Bằng chứng thanh toán',
  'title.limit': 'Giới hạn của tôi',
  'title.orderInfo': 'Chi tiết lệnh',
  'title.display': 'Hiển thị',
  'title.notify': 'Thông báo và âm thanh',
  'title.tradeRules': 'Giao dịch',
  'title.security': 'Bảo mật',
  'title.sessions': 'Thiết bị',
  'title.ledger': 'Xác minh số dư',
  'title.alert': 'Cảnh báo',
  'title.feed': 'Trạng thái dữ liệu',
  'title.demo': 'Tài khoản demo',
  'title.missing': 'Không tìm thấy trang',
};
