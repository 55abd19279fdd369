// What the exchange says of itself: the values of `/common/prop`.

/** A service value of 123 hides the chat (SPEC 2): there is no chat here. */
export const NO_SERVICE = '123';

const LANGUAGES = ['zh-TW', 'en-US'];
const CURRENCIES = [
  { name: 'USD', value: 'USD', symbol: '$' }, { name: 'CNH', value: 'CNH', symbol: '¥' }, { name: 'EUR', value: 'EUR', symbol: '€' },
  { name: 'TWD', value: 'TWD', symbol: 'NT$' }, { name: 'HKD', value: 'HKD', symbol: 'HK$' }, { name: 'GBP', value: 'GBP', symbol: '£' },
  { name: 'JPY', value: 'JPY', symbol: '¥' },
];
/** SPEC 1. */
const VERSION = '1.0.0';

export interface PropSettings {
  demo: boolean;
  inviteRequired: boolean;
  /** Whether codes go out by mail; if not, they come back as `demoCode`. */
  mail: boolean;
}

/** The asked-for values by name; a name that is not known has no entry. */
export function propsOf(keys: string, settings: PropSettings): Record<string, unknown> {
  const props: Record<string, unknown> = {
    service: NO_SERVICE,
    inviteRequired: settings.inviteRequired ? 1 : 0,
    languages: LANGUAGES,
    currencies: CURRENCIES,
    features: { demo: settings.demo ? 1 : 0, mail: settings.mail ? 1 : 0 },
    version: VERSION,
    about: 'DeFi is a mobile-first trading client and the exchange it trades on, in one process.',
    withdrawRule: { turnoverRate: 1, needKyc: 1, needGoogle: 1, payoutMinutes: 30 },
  };
  const asked = new Set(keys.split(',').map((key) => key.trim()));
  return Object.fromEntries(Object.entries(props).filter(([name]) => asked.has(name)));
}
