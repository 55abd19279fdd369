// Notices, mails and articles in Vietnamese.
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Chào mừng',
      content: 'Tài khoản của bạn đã sẵn sàng. Hãy bật ứng dụng xác thực và xác minh danh tính trước khi rút tiền.',
    },
    newLogin: {
      title: 'Đăng nhập mới',
      content: 'Đăng nhập mới vào tài khoản của bạn từ {ip}. Nếu không phải bạn, hãy đổi mật khẩu ngay.',
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
      title: 'Đã bật ứng dụng xác thực',
      content: 'Ứng dụng xác thực của bạn đang bật. Hãy cất giữ mã khôi phục ở nơi an toàn.',
    },
    googleReset: {
      title: 'Đã tắt ứng dụng xác thực',
      content: 'Ứng dụng xác thực của bạn đã tắt. Việc rút tiền bị khóa trong 24 giờ.',
    },
    googleReview: {
      title: 'Đang xét duyệt đặt lại ứng dụng xác thực',
      content: 'Chúng tôi đã nhận ảnh của bạn. Ứng dụng xác thực vẫn bật cho đến khi xét duyệt xong.',
    },
    kycPassed: { title: 'Đã xác minh danh tính', content: 'Danh tính của bạn đã được xác minh.' },
    kycFailed: {
      title: 'Xác minh danh tính không thành công',
      content: 'Vui lòng sửa các mục này: {fields}.',
    },
    frozen: {
      title: 'Tài khoản bị hạn chế',
      content: 'Giao dịch và rút tiền đã bị dừng: {reason}. Vui lòng liên hệ hỗ trợ khách hàng.',
    },
    unfrozen: { title: 'Tài khoản đã khôi phục', content: 'Tài khoản của bạn không còn bị hạn chế.' },
    depositArrived: {
      title: 'Đã ghi có tiền nạp',
      content: '{amount} {coin} đã được ghi có vào tài khoản spot.',
    },
    depositRefused: {
      title: 'Yêu cầu nạp bị từ chối',
      content: 'Yêu cầu nạp {amount} {coin} của bạn bị từ chối: {reason}.',
    },
    withdrawArrived: { title: 'Rút tiền hoàn tất', content: 'Khoản rút {amount} {coin} đã được mạng xác nhận.' },
    withdrawRefused: {
      title: 'Rút tiền bị từ chối',
      content: 'Khoản rút {amount} {coin} bị từ chối: {reason}. Số tiền đã khả dụng trở lại.',
    },
    addressAdded: {
      title: 'Đã thêm địa chỉ rút',
      content:
        'Địa chỉ {address} đã được thêm vào danh sách rút tiền. Nếu không phải bạn, hãy gỡ địa chỉ và đổi mật khẩu ngay.',
    },
    addressRemoved: {
      title: 'Đã gỡ địa chỉ rút',
      content:
        'Địa chỉ {address} đã được gỡ khỏi danh sách rút tiền. Nếu không phải bạn, hãy kết thúc mọi phiên khác và đổi mật khẩu ngay.',
    },
    antiPhishChanged: {
      title: 'Đã đổi từ chống lừa đảo',
      content:
        'Từ chống lừa đảo của bạn đã được đổi; các email tiếp theo sẽ hiển thị từ mới. Nếu không phải bạn, hãy kết thúc mọi phiên khác và đặt từ khác.',
    },
    delisting: {
      title: 'Hủy niêm yết thị trường',
      content:
        '{market} sẽ bị hủy niêm yết lúc {time}. Bạn có lệnh hoặc vị thế mở ở đó; hãy đóng trước. Trong giờ cuối không thể mở mới. Phần còn lại được đóng theo giá chỉ số trung bình, không thu phí (quy tắc R16).',
    },
    closedByDelisting: {
      title: 'Đã đóng: thị trường bị hủy niêm yết',
      content:
        'Hợp đồng {order} của bạn tại {market} đã được đóng ở giá {price}, giá chỉ số trung bình, vì thị trường bị hủy niêm yết. Không thu phí (quy tắc R16).',
    },
    closedBySilence: {
      title: 'Đã đóng: không có giá chỉ số',
      content:
        'Hợp đồng {order} của bạn tại {market} đã được đóng ở giá {price}, giá chỉ số trung bình cuối cùng, vì chỉ số không có giá trong 30 phút. Không thu phí (quy tắc R16).',
    },
  },
  markets: {
    open: '{market} đã mở giao dịch trở lại.',
    'close-only': '{market} không nhận lệnh mới. Bạn có thể đóng vị thế và hủy lệnh.',
    halted: '{market} tạm ngừng giao dịch. Có thể hủy lệnh đang mở; trong thời gian này không có thanh lý.',
    delisting:
      '{market} sẽ bị hủy niêm yết lúc {time}. Trong giờ cuối không nhận lệnh mới. Khi đó các lệnh bị hủy và hợp đồng mở được thanh toán theo giá chỉ số trung bình, không thu phí (quy tắc R16).',
    delistingCancelled: '{market} vẫn niêm yết: việc hủy niêm yết lúc {time} đã bị bãi bỏ.',
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
      'Bộ khớp lệnh nhận từng lệnh theo thứ tự đến, và khớp theo giá rồi theo thời gian. Nó không dùng đồng hồ hay ngẫu nhiên: cùng các lệnh luôn cho cùng các giao dịch.',
      '# Tiền luôn khớp',
      'Mọi chuyển động của tiền được ghi hai lần, ở nơi đi và nơi đến, nên tổng của mỗi coin luôn bằng không. Mọi thay đổi đã được lưu trên đĩa trước khi trả lời bạn.',
      '# Không ai định giá',
      'Không ai, kể cả sàn, có thể định giá, tick hay kết quả.',
    ],
    privacy: [
      '# Chúng tôi lưu gì',
      'Chúng tôi lưu email, bản băm chậm của mật khẩu, các lệnh và lịch sử số dư của bạn, và với mỗi lần đăng nhập là thời gian, địa chỉ IP, trình duyệt.',
      '# Giấy tờ của bạn',
      'Giấy tờ tùy thân được mã hóa khi lưu và xóa siêu dữ liệu máy ảnh. Chỉ bạn và người xét duyệt xem được.',
      '# Không theo dõi',
      'Chúng tôi không dùng trình theo dõi và quảng cáo, và không chia sẻ lượt truy cập của bạn với ai.',
    ],
    fee: [
      'Mỗi thị trường có phí giao dịch riêng, hiện trước khi đặt lệnh. Chuyển giữa các tài khoản của bạn là miễn phí. Phí rút tiền được hiển thị trước khi bạn xác nhận.',
      'Chuyển đổi từ coin này sang coin khác tốn 0,30% số nhận được; báo giá có hiệu lực mười giây.',
    ],
  },
  articles: {
    price: {
      title: 'Ai định giá',
      summary: 'Khớp theo giá, rồi theo thời gian; không ai có thể định giá.',
      text: [
        'Các lệnh gặp nhau trong một sổ lệnh công khai. Giá tốt nhất được khớp trước, cùng giá thì lệnh đến trước được khớp trước.',
        'Không lời gọi API, cài đặt hay thao tác vận hành nào có thể định giá, tick hay kết quả. Chỉ lệnh đã khớp mới thành giao dịch.',
        'Mọi thay đổi số dư đều là bút toán kép. Xem và xuất tất cả trong Tài sản, Lịch sử.',
      ],
    },
    safety: {
      title: 'Giữ an toàn cho tài khoản',
      summary: 'Ứng dụng xác thực, mã khôi phục và từ chống lừa đảo.',
      text: [
        'Hãy bật ứng dụng xác thực. Mỗi mã chỉ dùng một lần, và mỗi lần rút cần một mã.',
        'Hãy ghi mười mã khôi phục ra giấy. Nếu mất điện thoại, mỗi mã tắt ứng dụng xác thực một lần.',
        'Hãy đặt một từ chống lừa đảo: từ đó có trong mọi email của chúng tôi và không có trong email nào khác.',
      ],
    },
    funds: {
      title: 'Nạp và rút tiền',
      summary: 'Cách nạp và rút, và những gì bạn cần.',
      text: [
        'Tiền nạp sẽ đến trong vòng 30 phút. Nếu không, hãy gửi yêu cầu nạp kèm ảnh chụp màn hình.',
        'Rút tiền cần danh tính đã xác minh, ứng dụng xác thực đang bật và khối lượng giao dịch bằng 100% số tiền nạp. Số tiền bị đóng băng trong lúc xét duyệt.',
        'Sau khi đặt lại mật khẩu hoặc ứng dụng xác thực, việc rút tiền bị khóa 24 giờ.',
      ],
    },
    proof: { title: 'Ai định giá', summary: 'Một sổ lệnh công khai và bằng chứng bạn kiểm tra được.', text: [] },
    invite: { title: 'Mời bạn bè', summary: 'Chia sẻ mã và hưởng một phần phí.', text: [] },
  },
};
