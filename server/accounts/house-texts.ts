// The longer texts of `/common/prop`: about, white paper, privacy, fees; in the languages there are, English for the rest.

export interface HouseTexts {
  about: string[];
  whitePaper: string[];
  privacy: string[];
  fee: string[];
}

const ENGLISH: HouseTexts = {
  about: ['DeFi is a mobile-first trading client and the exchange it trades on, in one process.', 'Version 1.0.0, under the MIT licence.'],
  whitePaper: [
    'One machine takes the orders of all, one at a time, in the order in which they came, and matches them by price, then by time. It has no clock and no chance of its own: the same orders give the same trades.',
    'Every movement of money is written twice, once where it leaves and once where it arrives, so that each coin always sums to zero. What was answered is on disk before it is answered.',
    'Nobody, the house included, has a way to set a price, a tick or a result.',
  ],
  privacy: [
    'We keep your e-mail, a slow hash of your password, your orders and the record of your balances, and for each login its time, address and browser.',
    'What you hand in to prove who you are is encrypted at rest, freed of the metadata of your camera, and shown to you and to the reviewer alone.',
    'There are no trackers, no advertising, and no third party is told of your visit.',
  ],
  fee: ['Trading fees are part of each instrument and are shown before you order. Transfers between your accounts are free. A withdrawal shows its service charge before you confirm.'],
};

const TRADITIONAL_CHINESE: HouseTexts = {
  about: ['DeFi 是行動優先的交易應用，連同其交易所於單一程序中運行。', '版本 1.0.0，採用 MIT 授權。'],
  whitePaper: [
    '單一撮合機依到達順序逐一處理所有委託，先比價格，再比時間。它沒有自己的時鐘與隨機：相同的委託得到相同的成交。',
    '每一筆資金移動都記兩次，一次在轉出處，一次在轉入處，因此每種幣的總和恆為零。回覆之前，結果已寫入磁碟。',
    '任何人，包括本平台，都無法設定價格、報價或結果。',
  ],
  privacy: [
    '我們保存您的電子郵件、密碼的慢速雜湊、您的委託與餘額紀錄，以及每次登入的時間、位址與瀏覽器。',
    '您提交的身分資料均加密保存，並移除相機的中繼資料，僅您與審核人員可見。',
    '沒有追蹤器，沒有廣告，亦不會將您的造訪告知第三方。',
  ],
  fee: ['交易手續費依各交易對而定，下單前即顯示。帳戶間劃轉免費。提幣手續費於確認前顯示。'],
};

export function textsIn(language: string): HouseTexts {
  return language === 'zh-TW' ? TRADITIONAL_CHINESE : ENGLISH;
}
