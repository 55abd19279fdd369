// Words of places in Vietnamese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': 'Bản đồ thế giới',
  'place.mapAt': 'Bản đồ thế giới với {{place}}',
  'place.onMap': 'Điểm trên bản đồ',
  'place.choose': 'Chọn vị trí',
  'place.useOwn': 'Vị trí của tôi',
  'place.use': 'Dùng nơi này',
  'place.useNone': 'Hãy chọn một nơi trước',
  'place.search': 'Tìm địa điểm',
  'place.list': 'Địa điểm',
  'place.denied':
    'Chưa được phép xem vị trí của bạn. Hãy cho phép trong cài đặt trình duyệt cho trang này, hoặc chọn một nơi trong danh sách.',
  'place.unknown': 'Thiết bị này hiện không biết vị trí. Hãy chọn một nơi trong danh sách.',
  'place.none': 'Chưa có địa điểm nào.',
  'place.openApp': 'Mở trong ứng dụng bản đồ',
  'place.own': 'Bạn ở đây',
};
