// Items of the side drawer.
// When they are visible, where they lead, and what they ask first (docs/specification.md 2).
import { KYC_STATUS } from '../../../core/endpoints/kyc-status.ts';
import { kycText } from '../../components/account/kyc-text.ts';
import type { Translate } from '../../locales/use-translation.ts';
import type { UserInfo } from '../../stores/device/storage.ts';
import type { Texts } from '../../locales/namespaces.ts';
import type { IconName } from '../../ui/icon.tsx';

/** `service` value of accounts without chat. */
const NO_CHAT = '123';

/** Icons of the drawer alone, in the style of the app's icon set. */
export const MENU_ICONS = {
  language: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  download: 'M7 3h10v18H7zM12 7v6M9.5 11l2.5 2.5 2.5-2.5M11 18h2',
  identity: 'M3 5h18v14H3zM8.5 8.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM5.5 16.5c.5-2 5.5-2 6 0M15 9.5h3.5M15 13h3.5',
  currency:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM15 9c-.5-1.5-5.5-2-5.5.7 0 2.6 5.5 1.6 5.5 4.4 0 2.6-5.5 2.4-6 .5M12 6.5v11',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
} as const;

export interface MenuItem {
  key: keyof Texts & `menu.${string}`;
  icon: IconName | keyof typeof MENU_ICONS;
  to: MenuPath;
  search?: { type: number };
  /** Needs a session: a visitor gets the dialog for it. */
  login?: true;
  /** Asks for confirmation first: whether to reset the bound authenticator. */
  resets?: boolean;
  /** Opens the language popup instead of a page. */
  languages?: true;
  /** Text after the label. */
  value?: string;
}
type MenuPath =
  | '/pages/wallet/record'
  | '/pages/notice/noticeList'
  | '/pages/user/modifyPassword'
  | '/pages/user/service'
  | '/pages/set/lang'
  | '/pages/common/downloadAPP'
  | '/pages/user/google'
  | '/pages/user/kyc'
  | '/pages/user/waitingReview'
  | '/pages/user/whitePaper'
  | '/pages/set/currency'
  | '/pages/set/index';

export interface MenuFacts {
  /** Null for a visitor. */
  user: UserInfo | null;
  ios: boolean;
  t: Translate;
  /** The current language's own name. */
  language: string;
  currency: string;
}

export function menuItems({ user, ios, t, language, currency }: MenuFacts): MenuItem[] {
  const chat: MenuItem[] =
    user?.service === NO_CHAT ? [] : [{ key: 'menu.chat', icon: 'chat', to: '/pages/user/service', login: true }];
  const download: MenuItem[] = ios ? [{ key: 'menu.download', icon: 'download', to: '/pages/common/downloadAPP' }] : [];
  return [
    { key: 'menu.records', icon: 'records', to: '/pages/wallet/record', search: { type: 0 }, login: true },
    { key: 'menu.notices', icon: 'bell', to: '/pages/notice/noticeList' },
    { key: 'menu.password', icon: 'lock', to: '/pages/user/modifyPassword', login: true },
    ...chat,
    { key: 'menu.language', icon: 'language', to: '/pages/set/lang', languages: true, value: language },
    ...download,
    googleItem(user, t),
    kycItem(user, t),
    { key: 'menu.whitePaper', icon: 'paper', to: '/pages/user/whitePaper' },
    { key: 'menu.currency', icon: 'currency', to: '/pages/set/currency', value: currency },
    { key: 'menu.settings', icon: 'settings', to: '/pages/set/index' },
  ];
}

function googleItem(user: UserInfo | null, t: Translate): MenuItem {
  const item = { key: 'menu.google', icon: 'shield', to: '/pages/user/google', login: true } as const;
  if (!user) return item;
  return user.hasGoogleAuth === 1
    ? { ...item, resets: true, value: t('menu.bound') }
    : { ...item, value: t('menu.unbound') };
}

function kycItem(user: UserInfo | null, t: Translate): MenuItem {
  const item = { key: 'menu.kyc', icon: 'identity', login: true } as const;
  if (!user) return { ...item, to: '/pages/user/kyc' };
  const status = user.userKyc?.status;
  const value = kycText(status, t);
  return status === KYC_STATUS.review
    ? { ...item, to: '/pages/user/waitingReview', search: { type: 1 }, value }
    : { ...item, to: '/pages/user/kyc', value };
}
