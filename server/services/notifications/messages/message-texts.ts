// Types of a language's messages: notices, mails, market announcements, articles.

/** Events that the exchange reports to a user as a notice and a mail. */
export type NoticeTemplate =
  | 'welcome'
  | 'newLogin'
  | 'passwordChanged'
  | 'passwordReset'
  | 'googleBound'
  | 'googleReset'
  | 'googleReview'
  | 'kycPassed'
  | 'kycFailed'
  | 'frozen'
  | 'unfrozen'
  | 'depositArrived'
  | 'depositRefused'
  | 'withdrawArrived'
  | 'withdrawRefused'
  | 'addressAdded'
  | 'addressRemoved'
  | 'antiPhishChanged'
  | 'delisting'
  | 'closedByDelisting'
  | 'closedBySilence';

/** Announcements about a market: `{market}` is its name, `{time}` when it is delisted. */
export type MarketNotice = 'open' | 'close-only' | 'halted' | 'delisting' | 'delistingCancelled';

export interface NoticeText {
  title: string;
  content: string;
}

/** The mail with a code: `{code}` in its text, `{word}` in the line against phishing. */
export interface MailTexts {
  subject: string;
  text: string;
  antiPhish: string;
}

/** Paragraphs of `/common/prop`; one that begins with "# " is a heading. */
export interface AppConfigTexts {
  about: string[];
  whitePaper: string[];
  privacy: string[];
  fee: string[];
}

/** An article or a banner: `text` in paragraphs; a banner has none. */
interface ArticleTexts {
  title: string;
  summary: string;
  text: string[];
}
export type ArticleName = 'price' | 'safety' | 'funds' | 'proof' | 'invite';

export interface Messages {
  notices: Record<NoticeTemplate, NoticeText>;
  markets: Record<MarketNotice, string>;
  mail: MailTexts;
  texts: AppConfigTexts;
  articles: Record<ArticleName, ArticleTexts>;
}
