// Lời của phần phát lại bằng tiếng Việt.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['replay'] = {
  'replay.about':
    'Dữ liệu đã lưu hoặc một thị trường đã ghi được phát lại ở đây qua cùng bộ giải mã, sổ lệnh và chỉ báo như bản trực tiếp: lần nào cũng giống nhau, không cần tài khoản.',
  'replay.open': 'Mở bản ghi',
  'replay.own': 'Phát 10 phút gần nhất',
  'replay.loading': 'Đang đọc bản ghi',
  'replay.nothing': 'Chưa ghi được gì: việc ghi bắt đầu vài giây sau khi mở trang',
  'replay.refused.large': 'Tệp lớn hơn mức của một bản ghi (64 MiB, giải nén 512 MiB)',
  'replay.refused.foreign': 'Tệp này không phải bản ghi: cần tệp đã lưu ở đây hoặc l2tape',
  'replay.refused.venue': 'Bản ghi này của một sàn mà ở đây không biết quy tắc: không thể kiểm tra sổ lệnh của nó',
  'replay.refused.empty': 'Bản ghi này bị đứt trước tin nhắn trọn vẹn đầu tiên',
  'replay.died': 'Phần phát lại dừng bất ngờ: hãy tải lại trang',
  'replay.cut': 'Tệp bị đứt: phát phần trước chỗ đứt',
  'replay.problems': 'Bản ghi này có gì sai',
  'replay.problem.cut': 'Dòng \u2066{{line}}\u2069: tệp bị đứt',
  'replay.problem.bent': 'Dòng \u2066{{line}}\u2069 không thể như vậy: phát phần trước nó',
  'replay.problem.gap':
    'Dòng \u2066{{line}}\u2069, \u2066{{symbol}}\u2069: thiếu tin nhắn, sổ lệnh mất cho đến ảnh chụp tiếp theo',
  'replay.problem.checksum':
    'Dòng \u2066{{line}}\u2069, \u2066{{symbol}}\u2069: sổ lệnh khác tổng kiểm của sàn và mất cho đến ảnh chụp tiếp theo',
  'replay.problem.off-grid':
    'Dòng \u2066{{line}}\u2069, \u2066{{symbol}}\u2069: giá không nằm trên lưới, sổ lệnh mất cho đến ảnh chụp tiếp theo',
  'replay.problem.crossed': '\u2066{{symbol}}\u2069: ở cuối, giá mua tốt nhất không thấp hơn giá bán tốt nhất',
  'replay.problem.no-snapshot': '\u2066{{symbol}}\u2069: không có ảnh chụp nên không có sổ lệnh',
  'replay.problems.more': 'và {{count}} lỗi khác',
  'replay.controls': 'Điều khiển phát lại',
  'replay.play': 'Phát',
  'replay.pause': 'Tạm dừng',
  'replay.step': 'Tin nhắn kế tiếp',
  'replay.ended': 'Bản ghi đã hết',
  'replay.mark': 'Đánh dấu lúc này',
  'replay.marksFull': 'Đã có 20 dấu: không còn chỗ',
  'replay.speed': 'Tốc độ',
  'replay.place': 'Thời điểm của bản ghi',
  'replay.marks': 'Các thời điểm để đến',
  'replay.market': 'Thị trường',
  'replay.played': 'Tin nhắn đã phát',
  'replay.hash': 'Mã băm trạng thái',
  'replay.chart': 'Nến đã ghi của {{pair}}, {{interval}}',
  'replay.at.own': 'Dấu \u2066{{time}}\u2069',
  'replay.at.gap': 'Thiếu tin nhắn \u2066{{time}}\u2069',
  'replay.at.closed': 'Mất kết nối \u2066{{time}}\u2069',
  'replay.at.open': 'Có lại kết nối \u2066{{time}}\u2069',
  'replay.at.bad': 'Không đọc được \u2066{{time}}\u2069',
};
