// Words of invitations in Vietnamese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['invite'] = {
  'invite.guestTitle': 'Đăng nhập để mời bạn bè',
  'invite.guestText': 'Mã và liên kết riêng đang chờ bạn, cùng một phần phí giao dịch.',
  'invite.title': 'Mời bạn, chia sẻ phí',
  'invite.text': 'Bạn bè đăng ký bằng mã của bạn mang về cho bạn một phần mười phí spot của họ.',
  'invite.code': 'Mã mời',
  'invite.link': 'Liên kết',
  'invite.poster': 'Áp phích',
  'invite.posterTitle': 'Giao dịch cùng tôi',
  'invite.posterText': 'Quét để đăng ký',
  'invite.posterLabel': 'Áp phích có mã QR và mã mời {{code}}',
  'invite.shareText': 'Đăng ký bằng mã {{code}} của tôi',
  'invite.rules': 'Quy tắc',
  'invite.rule1': 'Một người bạn đăng ký bằng liên kết hoặc mã của bạn.',
  'invite.rule2': 'Bạn nhận 10% phí spot mà người bạn đó trả.',
  'invite.rule3': 'Được ghi có mỗi ngày một lần bằng USDT và có trong lịch sử.',
  'invite.friends': 'Bạn bè',
  'invite.income': 'Thu nhập (USDT)',
  'invite.nobody': 'Chưa có ai',
  'invite.nobodyText': 'Chia sẻ liên kết hoặc áp phích; ai đăng ký sẽ hiện ở đây.',
};
