// What a language has to say for the accounts room: notices, letters and the longer texts.

/** What the exchange writes to a person by itself, as notice and as letter. */
export type Template =
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
  | 'delisting'
  | 'closedByDelisting'
  | 'closedBySilence';

/** What everybody is told of a market: `{market}` is its name, `{time}` when it is delisted. */
export type MarketWord = 'open' | 'close-only' | 'halted' | 'delisting' | 'kept';

export interface Words {
  title: string;
  content: string;
}

/** The letter with a code: `{code}` in its text, `{word}` in the line against phishing. */
export interface Phrases {
  subject: string;
  text: string;
  antiPhish: string;
}

/** Paragraphs of `/common/prop`. */
export interface HouseTexts {
  about: string[];
  whitePaper: string[];
  privacy: string[];
  fee: string[];
}

/** An article or a banner: `text` in paragraphs, none of a banner. */
interface ArticleWords {
  title: string;
  summary: string;
  text: string[];
}
export type ArticleName = 'price' | 'safety' | 'funds' | 'proof' | 'invite';

export interface AccountWords {
  notices: Record<Template, Words>;
  markets: Record<MarketWord, string>;
  mail: Phrases;
  texts: HouseTexts;
  articles: Record<ArticleName, ArticleWords>;
}
