// Notices, mails and articles in Vietnamese.
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Chào mừng',
      content: 'Tài khoản của bạn đã được mở. Hãy liên kết ứng dụng xác thực và xác minh danh tính trước khi rút tiền.',
    },
    newLogin: {
      title: 'Đăng nhập mới',
      content: 'Có người đã đăng nhập vào tài khoản của bạn từ {ip}. Nếu không phải bạn, hãy đổi mật khẩu ngay.',
    },
    passwordChanged: {
      title: 'Đã đổi mật khẩu',
      content: 'Mật khẩu của bạn đã được đổi và các phiên khác đã kết thúc. Việc rút tiền bị khóa trong 24 giờ.',
    },
    passwordReset: {
      title: 'Đã đặt lại mật khẩu',
      content:
        'Mật khẩu của bạn đã được đặt lại qua email. Mọi phiên đã kết thúc và việc rút tiền bị khóa trong 24 giờ.',
    },
    googleBound: {
      title: 'Đã liên kết ứng dụng xác thực',
      content: 'Ứng dụng xác thực của bạn đã được liên kết. Hãy cất giữ mã khôi phục ở nơi an toàn.',
    },
    googleReset: {
      title: 'Đã gỡ ứng dụng xác thực',
      content: 'Ứng dụng xác thực của bạn đã được gỡ. Việc rút tiền bị khóa trong 24 giờ.',
    },
    googleReview: {
      title: 'Đang xét duyệt đặt lại ứng dụng xác thực',
      content: 'Chúng tôi đã nhận ảnh của bạn. Ứng dụng xác thực vẫn được liên kết cho đến khi xét duyệt xong.',
    },
    kycPassed: { title: 'Đã xác minh danh tính', content: 'Danh tính của bạn đã được xác minh.' },
    kycFailed: {
      title: 'Xác minh danh tính không thành công',
      content: 'Vui lòng điền lại mục chưa được chấp nhận: {fields}.',
    },
    frozen: {
      title: 'Tài khoản bị hạn chế',
      content:
        'Giao dịch và rút tiền của tài khoản đã bị dừng: {reason}. Vui lòng liên hệ bộ phận chăm sóc khách hàng.',
    },
    unfrozen: { title: 'Tài khoản đã khôi phục', content: 'Tài khoản của bạn hoạt động trở lại không bị hạn chế.' },
    depositArrived: {
      title: 'Đã ghi có tiền nạp',
      content: 'Khoản nạp {amount} {coin} đã được ghi vào tài khoản giao ngay.',
    },
    depositRefused: {
      title: 'Yêu cầu nạp bị từ chối',
      content: 'Yêu cầu nạp {amount} {coin} của bạn bị từ chối: {reason}.',
    },
    withdrawArrived: { title: 'Rút tiền hoàn tất', content: 'Khoản rút {amount} {coin} đã được chuỗi khối xác nhận.' },
    withdrawRefused: {
      title: 'Rút tiền bị từ chối',
      content: 'Khoản rút {amount} {coin} bị từ chối: {reason}. Số tiền đã được trả lại cho bạn.',
    },
    addressAdded: {
      title: 'Đã thêm địa chỉ rút',
      content:
        'Địa chỉ {address} đã được thêm vào danh sách rút tiền. Nếu không phải bạn, hãy gỡ địa chỉ và đổi mật khẩu ngay.',
    },
    delisting: {
      title: 'Một thị trường sắp bị hủy niêm yết',
      content:
        '{market}, nơi bạn còn lệnh hoặc vị thế mở, sẽ bị hủy niêm yết lúc {time}. Hãy đóng trước thời điểm đó; trong giờ cuối không thể mở mới. Phần còn lại sẽ được đóng theo giá trung bình của chỉ số, không thu phí (quy tắc R16).',
    },
    closedByDelisting: {
      title: 'Đã đóng: thị trường bị hủy niêm yết',
      content:
        'Hợp đồng {order} của bạn tại {market} đã được đóng ở giá {price}, trung bình của chỉ số, vì thị trường bị hủy niêm yết. Không thu phí (quy tắc R16).',
    },
    closedBySilence: {
      title: 'Đã đóng: chỉ số không có giá',
      content:
        'Hợp đồng {order} của bạn tại {market} đã được đóng ở giá {price}, trung bình cuối cùng của chỉ số, vì chỉ số không có giá trong nửa giờ. Không thu phí (quy tắc R16).',
    },
  },
  markets: {
    open: '{market} đã mở giao dịch trở lại.',
    'close-only': '{market} không nhận lệnh mới. Có thể đóng và hủy những gì đang mở.',
    halted: '{market} tạm ngừng giao dịch. Có thể hủy lệnh đang mở; trong thời gian này không có thanh lý.',
    delisting:
      '{market} sẽ bị hủy niêm yết lúc {time}. Trong giờ cuối không nhận lệnh mới. Vào thời điểm đó, các lệnh bị hủy và hợp đồng đang mở được tất toán theo giá trung bình của chỉ số, không thu phí (quy tắc R16).',
    delistingCancelled: '{market} được giữ lại: việc hủy niêm yết lúc {time} đã bị bãi bỏ.',
  },
  mail: {
    subject: 'Mã xác minh của bạn',
    text: 'Mã của bạn là {code}, có hiệu lực trong 10 phút. Đừng cung cấp cho bất kỳ ai.',
    antiPhish: 'Từ chống lừa đảo của bạn: {word}',
  },
  texts: {
    about: [
      'DeFi là ứng dụng giao dịch ưu tiên di động cùng sàn giao dịch của nó, trong một tiến trình.',
      'Phiên bản 1.0.0, theo giấy phép MIT.',
    ],
    whitePaper: [
      '# Từng lệnh một',
      'Một cỗ máy nhận lệnh của tất cả mọi người, lần lượt từng lệnh theo thứ tự đến, và khớp theo giá rồi theo thời gian. Nó không có đồng hồ hay yếu tố ngẫu nhiên riêng: cùng các lệnh cho cùng các giao dịch.',
      '# Tiền luôn khớp',
      'Mọi chuyển động của tiền được ghi hai lần, ở nơi đi và nơi đến, nên tổng của mỗi đồng luôn bằng không. Điều được trả lời đã nằm trên đĩa trước khi trả lời.',
      '# Không ai can thiệp giá',
      'Không ai, kể cả sàn, có thể định giá, bước giá hay kết quả.',
    ],
    privacy: [
      '# Chúng tôi lưu gì',
      'Chúng tôi lưu email, bản băm chậm của mật khẩu, các lệnh và lịch sử số dư của bạn, và với mỗi lần đăng nhập là thời gian, địa chỉ, trình duyệt.',
      '# Giấy tờ của bạn',
      'Giấy tờ bạn nộp để chứng minh danh tính được mã hóa khi lưu, xóa siêu dữ liệu của máy ảnh, và chỉ bạn cùng người xét duyệt xem được.',
      '# Không theo dõi',
      'Không có trình theo dõi, không quảng cáo, và không bên thứ ba nào được biết về lượt truy cập của bạn.',
    ],
    fee: [
      'Phí giao dịch tùy theo từng sản phẩm và được hiển thị trước khi đặt lệnh. Chuyển giữa các tài khoản của bạn là miễn phí. Phí rút tiền được hiển thị trước khi bạn xác nhận.',
      'Chuyển đổi từ đồng này sang đồng khác tốn 0,30 % số nhận được; tỷ giá đưa ra có hiệu lực trong mười giây.',
    ],
  },
  articles: {
    price: {
      title: 'Ai quyết định giá',
      summary: 'Khớp theo giá, rồi theo thời gian; ở đây không ai có thể định giá.',
      text: [
        'Các lệnh gặp nhau trong một sổ lệnh công khai. Giá tốt nhất được khớp trước, cùng giá thì lệnh đến trước được khớp trước.',
        'Không lời gọi, cài đặt hay lệnh vận hành nào có thể định giá, bước giá hay kết quả. Giao dịch đúng là những gì đã được khớp.',
        'Mọi thay đổi số dư đều là bút toán kép. Lịch sử tài sản của bạn hiển thị tất cả và có thể xuất ra.',
      ],
    },
    safety: {
      title: 'Giữ an toàn cho tài khoản',
      summary: 'Ứng dụng xác thực, mã khôi phục và từ chống lừa đảo.',
      text: [
        'Hãy liên kết ứng dụng xác thực. Mỗi mã chỉ dùng một lần, và rút tiền cần một mã.',
        'Hãy ghi mười mã khôi phục ra giấy. Mỗi mã gỡ ứng dụng xác thực một lần nếu bạn mất điện thoại.',
        'Hãy đặt một từ chống lừa đảo của riêng bạn: từ đó có trong mọi thư chúng tôi gửi và không có trong thư nào khác.',
      ],
    },
    funds: {
      title: 'Nạp và rút tiền',
      summary: 'Tiền vào và ra thế nào, và cần những gì.',
      text: [
        'Tiền nạp sẽ đến trong vòng 30 phút. Nếu không, hãy gửi yêu cầu nạp kèm ảnh chụp màn hình.',
        'Rút tiền cần danh tính đã xác minh, ứng dụng xác thực đã liên kết và khối lượng giao dịch bằng 100 % số tiền nạp. Số tiền bị đóng băng cho đến khi xét duyệt xong.',
        'Sau khi đặt lại mật khẩu hoặc ứng dụng xác thực, không thể rút tiền trong 24 giờ.',
      ],
    },
    proof: { title: 'Ai quyết định giá', summary: 'Một sổ lệnh mở, và bằng chứng trong tay bạn.', text: [] },
    invite: { title: 'Mời bạn bè', summary: 'Mã của bạn, bạn của bạn, phần của bạn.', text: [] },
  },
};
