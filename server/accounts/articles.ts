// What the house has to read: articles and banners of its own, in the languages it has; texts become safe HTML here and nowhere else.

export interface Article {
  id: number;
  kind: 'banner' | 'article';
  title: string;
  summary: string;
  /** Paragraphs, plain text. */
  text: string[];
  link: string;
}

/** Ids below it are the house's own; announcements have theirs, moved up by it. */
export const FIRST_ANNOUNCEMENT_ID = 1000;

const ENGLISH: Article[] = [
  {
    id: 1, kind: 'article', title: 'Who decides the price', summary: 'Matching by price, then by time; nobody can set a price here.', link: '',
    text: [
      'Orders meet in one public book. The best price is served first, and at one price the order that came first.',
      'No call, no setting and no operator command can set a price, a tick or a result. What trades is what was matched.',
      'Every change of a balance is a double-entry record. The record list of your assets shows them all, and can be exported.',
    ],
  },
  {
    id: 2, kind: 'article', title: 'Keep your account safe', summary: 'An authenticator app, recovery codes and a word against phishing.', link: '/pages/user/google',
    text: [
      'Bind an authenticator app. Each of its codes works once, and withdrawals ask for one.',
      'Keep the ten recovery codes on paper. Each takes the authenticator off once, should you lose the phone.',
      'Set a word of your own against phishing: it stands in every letter that we send, and in no other.',
    ],
  },
  {
    id: 3, kind: 'article', title: 'Deposits and withdrawals', summary: 'How money comes in and goes out, and what is asked for.', link: '',
    text: [
      'Deposits should arrive within 30 minutes. If one does not, hand in a deposit application with a screenshot.',
      'Withdrawals ask for a verified identity, a bound authenticator, and a trading volume of 100 % of what was deposited. The amount is frozen until the review is done.',
      'Only deposits ask for trading volume: demo money, rewards and credits of the house ask for none. Spot deals, opened contracts and stakes on seconds contracts count from the first deposit on.',
      'A new withdrawal address can be used after 24 hours, in demo mode at once. After a reset of the password or the authenticator nothing can be withdrawn for 24 hours.',
      'Where an address is marked as simulated, the chain behind it is part of the demonstration: never send real coins to it.',
    ],
  },
  { id: 11, kind: 'banner', title: 'Who decides the price', summary: 'An open book, and a proof in your hand.', link: '/pages/common/article?id=1', text: [] },
  { id: 12, kind: 'banner', title: 'Invite friends', summary: 'Your code, your friends, your share.', link: '/pages/invite/invite', text: [] },
];

const TRADITIONAL_CHINESE: Article[] = [
  {
    id: 1, kind: 'article', title: '價格由誰決定', summary: '價格優先、時間優先；沒有人能在此設定價格。', link: '',
    text: [
      '所有委託在同一本公開的訂單簿中撮合。價格最優者先成交，價格相同則先到者先成交。',
      '沒有任何呼叫、設定或營運指令可以設定價格、報價或結果。成交即為撮合所得。',
      '每一筆餘額變動都是複式記帳。資產紀錄會全部列出，並可匯出。',
    ],
  },
  {
    id: 2, kind: 'article', title: '保護您的帳戶', summary: '驗證器、復原碼與防釣魚碼。', link: '/pages/user/google',
    text: [
      '請綁定驗證器。每個驗證碼只能使用一次，提幣時必須輸入。',
      '請將十組復原碼抄在紙上。手機遺失時，每組可解除驗證器一次。',
      '請設定您自己的防釣魚碼：它會出現在我們寄出的每一封信中，其他信中不會有。',
    ],
  },
  {
    id: 3, kind: 'article', title: '充值與提幣', summary: '資金如何進出，以及需要什麼。', link: '',
    text: [
      '充值應於 30 分鐘內到帳。若未到帳，請附上截圖提交充值申請。',
      '提幣須完成身分驗證、綁定驗證器，且交易量達到充值金額的 100 %。審核完成前金額會被凍結。',
      '只有充值需要交易量：模擬資金、獎勵與平台入帳均不需要。自首次充值起，現貨成交、合約開倉與秒合約金額皆計入。',
      '新增的提幣地址於 24 小時後方可使用，模擬模式下立即可用。重設密碼或驗證器後，24 小時內無法提幣。',
      '若地址標示為模擬，其背後的鏈僅供展示：請勿將真實的幣轉入。',
    ],
  },
  { id: 11, kind: 'banner', title: '價格由誰決定', summary: '公開的訂單簿，證明就在您手中。', link: '/pages/common/article?id=1', text: [] },
  { id: 12, kind: 'banner', title: '邀請好友', summary: '您的邀請碼，您的好友，您的分成。', link: '/pages/invite/invite', text: [] },
];

/** The house's own articles and banners in a language; English where there are none in it. */
export function articlesIn(language: string): readonly Article[] {
  return language === 'zh-TW' ? TRADITIONAL_CHINESE : ENGLISH;
}

/** Paragraphs as HTML in which nothing of the text is markup. */
export function htmlOf(paragraphs: readonly string[]): string {
  return paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('');
}

/** Paragraphs of a text in which empty lines part them. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter((part) => part !== '');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
