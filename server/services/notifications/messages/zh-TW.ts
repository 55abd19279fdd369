// Notices, mails and articles in Traditional Chinese.
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: { title: '歡迎', content: '您的帳戶已開通。提幣前請先綁定驗證器並完成身分驗證。' },
    newLogin: { title: '新的登入', content: '您的帳戶有來自 {ip} 的新登入。若非本人操作，請立即變更密碼。' },
    passwordChanged: { title: '密碼已變更', content: '您的密碼已變更，其他登入已全部結束。提幣鎖定 24 小時。' },
    passwordReset: { title: '密碼已重設', content: '您的密碼已透過電子郵件重設。所有登入已結束，提幣鎖定 24 小時。' },
    googleBound: { title: '已綁定驗證器', content: '您的驗證器已綁定。請妥善保管復原碼。' },
    googleReset: { title: '已解除驗證器', content: '您的驗證器已解除。提幣鎖定 24 小時。' },
    googleReview: { title: '驗證器重設審核中', content: '我們已收到您的照片。審核完成前驗證器維持綁定。' },
    kycPassed: { title: '身分驗證通過', content: '您的身分驗證已通過。' },
    kycFailed: { title: '身分驗證未通過', content: '請更正以下欄位：{fields}。' },
    frozen: { title: '帳戶受限', content: '您的帳戶已暫停交易與提幣：{reason}。請聯繫客服。' },
    unfrozen: { title: '帳戶已恢復', content: '您的帳戶不再受限。' },
    depositArrived: { title: '充值已入帳', content: '{amount} {coin} 已存入您的現貨帳戶。' },
    depositRefused: { title: '充值申請未通過', content: '您充值 {amount} {coin} 的申請未通過：{reason}。' },
    withdrawArrived: { title: '提幣已完成', content: '您的 {amount} {coin} 提幣已獲鏈上確認。' },
    withdrawRefused: {
      title: '提幣未通過',
      content: '您的 {amount} {coin} 提幣未通過：{reason}。金額已恢復為可用。',
    },
    addressAdded: {
      title: '已新增提幣地址',
      content: '提幣地址 {address} 已新增至您的地址簿。若非本人操作，請移除該地址並立即變更密碼。',
    },
    addressRemoved: {
      title: '已移除提幣地址',
      content: '提幣地址 {address} 已從您的地址簿移除。若非本人操作，請結束其他所有登入並立即變更密碼。',
    },
    antiPhishChanged: {
      title: '防釣魚碼已變更',
      content: '您的防釣魚碼已變更，之後的郵件會顯示新的防釣魚碼。若非本人操作，請結束其他所有登入並重新設定。',
    },
    delisting: {
      title: '市場即將下架',
      content:
        '{market} 將於 {time} 下架，您在此市場有委託或倉位，請在此之前處理。最後一小時不能開新倉。屆時仍未平倉者，將以指數均價平倉，不收手續費（規則 R16）。',
    },
    closedByDelisting: {
      title: '已平倉：市場下架',
      content: '因市場下架，您在 {market} 的合約 {order} 已以指數均價 {price} 平倉，不收手續費（規則 R16）。',
    },
    closedBySilence: {
      title: '已平倉：指數沒有價格',
      content:
        '因指數 30 分鐘沒有價格，您在 {market} 的合約 {order} 已以最後的指數均價 {price} 平倉，不收手續費（規則 R16）。',
    },
  },
  markets: {
    open: '{market} 已恢復交易。',
    'close-only': '{market} 暫停新委託，可平倉與撤單。',
    halted: '{market} 已暫停交易。可撤單，期間不會強制平倉。',
    delisting:
      '{market} 將於 {time} 下架。最後一小時不接受新委託；屆時所有委託撤單，未平倉合約以指數均價結算，不收手續費（規則 R16）。',
    delistingCancelled: '{market} 繼續上架：原定 {time} 的下架已取消。',
  },
  mail: {
    subject: '您的驗證碼',
    text: '您的驗證碼是 {code}，10 分鐘內有效。請勿告訴任何人。',
    antiPhish: '您的防釣魚碼：{word}',
  },
  texts: {
    about: ['DeFi 是行動優先的交易應用，連同其交易所於單一程序中運行。', '版本 1.0.0，採用 MIT 授權。'],
    whitePaper: [
      '# 逐筆撮合',
      '撮合引擎依到達順序逐一處理所有委託，先比價格，再比時間。它不使用時鐘與亂數：相同的委託總是得到相同的成交。',
      '# 帳目永遠相符',
      '每一筆資金移動都記兩次，一次在轉出處，一次在轉入處，因此每種幣的總和恆為零。每項變更都先寫入磁碟，才會回覆您。',
      '# 無人能左右價格',
      '任何人，包括本平台，都無法設定價格、報價或結果。',
    ],
    privacy: [
      '# 我們儲存的資料',
      '我們儲存您的電子郵件、密碼的慢速雜湊、您的委託與餘額紀錄，以及每次登入的時間、IP 位址與瀏覽器。',
      '# 您的證件',
      '您的身分證件會加密儲存，並移除相機的中繼資料，只有您與審核人員看得到。',
      '# 沒有追蹤程式',
      '我們不使用追蹤器與廣告，也不會將您的造訪告知任何人。',
    ],
    fee: [
      '交易手續費依各交易對而定，下單前即顯示。帳戶間劃轉免費。提幣手續費於確認前顯示。',
      '兌換幣種的手續費為所得數量的 0.30%；報價有效十秒。',
    ],
  },
  articles: {
    price: {
      title: '價格由誰決定',
      summary: '價格優先、時間優先；沒有人能設定價格。',
      text: [
        '所有委託在同一本公開的委託簿中撮合。價格最優者先成交，價格相同則先到者先成交。',
        '沒有任何 API 呼叫、設定或營運指令可以設定價格、報價或結果。只有撮合的委託才會成交。',
        '每一筆餘額變動都是複式記帳。您可以在「資產」的「紀錄」中查看並匯出。',
      ],
    },
    safety: {
      title: '保護您的帳戶',
      summary: '驗證器、復原碼與防釣魚碼。',
      text: [
        '請綁定驗證器。每個驗證碼只能使用一次，提幣時必須輸入。',
        '請將十組復原碼抄在紙上。手機遺失時，每組可解除驗證器一次。',
        '請設定防釣魚碼：我們寄出的每封郵件都會顯示它，其他郵件不會有。',
      ],
    },
    funds: {
      title: '充值與提幣',
      summary: '如何充值與提幣，以及需要什麼。',
      text: [
        '充值應於 30 分鐘內到帳。若未到帳，請附上截圖提交充值申請。',
        '提幣須完成身分驗證、綁定驗證器，且交易量達到充值金額的 100%。審核期間金額會凍結。',
        '重設密碼或驗證器後，24 小時內無法提幣。',
      ],
    },
    proof: { title: '價格由誰決定', summary: '公開的委託簿，可自行驗證的證明。', text: [] },
    invite: { title: '邀請好友', summary: '分享邀請碼，賺取手續費分成。', text: [] },
  },
};
