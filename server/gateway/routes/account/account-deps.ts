// What the account routes need.
// The account services, the settings, and a few functions of other services.
import type { MarketType } from '../../../../core/instruments/instrument.ts';
import type { Units } from '../../../../core/units/units.ts';
import type { RateLimits } from '../../rate-limits.ts';
import type { Alerts } from '../../../services/notifications/alerts.ts';
import type { Captchas } from '../../../services/auth/captcha.ts';
import type { MailCodes } from '../../../services/auth/mail-codes.ts';
import type { Devices } from '../../../services/auth/devices.ts';
import type { FaucetResult } from '../../../services/funds/faucet.ts';
import type { Layouts } from '../../../services/accounts/layouts.ts';
import type { Favourites } from '../../../services/accounts/favourites.ts';
import type { LoginThrottle } from '../../../services/auth/login-throttle.ts';
import type { KycStore } from '../../../services/kyc/kyc.ts';
import type { Mail } from '../../../services/notifications/mail.ts';
import type { Template } from '../../../services/notifications/notice-messages.ts';
import type { Notices } from '../../../services/notifications/notices.ts';
import type { Profit } from '../../../services/valuation/equity.ts';
import type { PushSubscriptions } from '../../../services/notifications/push-subscriptions.ts';
import type { ResetReviews } from '../../../services/auth/reset-reviews.ts';
import type { Sessions } from '../../../services/auth/sessions.ts';
import type { TwoFactor } from '../../../services/auth/two-factor.ts';
import type { User, Users } from '../../../services/auth/users.ts';

export interface AccountDeps {
  users: Users;
  sessions: Sessions;
  codes: MailCodes;
  devices: Devices;
  captchas: Captchas;
  loginThrottle: LoginThrottle;
  twoFactor: TwoFactor;
  resetReviews: ResetReviews;
  kyc: KycStore;
  notices: Notices;
  alerts: Alerts;
  push: PushSubscriptions;
  favourites: Favourites;
  layouts: Layouts;
  rateLimits: RateLimits;
  /** Null: codes are returned as `demoCode` (demo), or are not available. */
  mail: Mail | null;
  demo: boolean;
  /** The operator's invite code; when it is set, registration requires a code. */
  inviteCode: string | null;
  /** Worth of both wallets in USDT, as on the wire. */
  worthOf(uid: number): Promise<{ spot: string; contract: string }>;
  /** Credits the demo money of a new user, at most once; resolves when it is durable. */
  creditDemo(uid: number): Promise<void>;
  /** Tops up demo money; null outside demo mode. */
  faucet: ((uid: number) => Promise<FaucetResult>) | null;
  /** Further values of `/common/prop`, by key. */
  extraProps: Readonly<Record<string, () => unknown>>;
  /** Market type of an instrument, for favourites; null for an unknown one. */
  marketTypeOf(coinInfoId: number): MarketType | null;
  profitOf(uid: number, sinceTime: number): Promise<Profit>;
  /** A user's invite rewards, in USDT. */
  inviteProfitOf(uid: number): Promise<Units>;
  /** Writes a notice to a user, and a mail where there is a mail server. */
  notifyUser(user: User, template: Template, language: string, params?: Record<string, string>): Promise<void>;
  /** Stores the language of a request where it is another one than before. No call fails because it cannot. */
  noteLanguage(user: User, language: string): void;
  now(): number;
  /** Called when a mail could not be sent. */
  log(error: unknown): void;
}
