// Words of settings in Vietnamese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': 'Giao diện',
  'set.dark': 'Tối',
  'set.light': 'Sáng',
  'set.system': 'Hệ thống',
  'set.upDown': 'Tăng và giảm',
  'set.greenUp': 'Xanh tăng',
  'set.redUp': 'Đỏ tăng',
  'set.palette': 'Màu thị trường',
  'set.plain': 'Xanh lá và đỏ',
  'set.safe': 'Xanh dương và cam',
  'set.sample': 'Mẫu',
  'set.version': 'Phiên bản',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': 'Tỷ giá lúc {{time}}',
  'set.rateFailed': 'Hiện không lấy được tỷ giá. Số tiền vẫn tính bằng {{currency}} theo tỷ giá cuối.',
};
