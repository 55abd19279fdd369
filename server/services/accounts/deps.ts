// What the calls of people stand on: the shelves of this room, and the few things they need of the rooms around.
import type { MarketType } from '../../../core/instruments/instrument.ts';
import type { Units } from '../../../core/units/units.ts';
import type { Limits } from '../../gateway/rate-limits.ts';
import type { Alerts } from '../notifications/alerts.ts';
import type { Captchas } from '../auth/captcha.ts';
import type { Codes } from '../auth/mail-codes.ts';
import type { Devices } from '../auth/devices.ts';
import type { FaucetAnswer } from '../funds/faucet.ts';
import type { Favourites } from './favourites.ts';
import type { Guard } from '../auth/login-throttle.ts';
import type { KycStore } from '../kyc/kyc.ts';
import type { Mail } from '../notifications/mail.ts';
import type { Template } from '../notifications/notice-messages.ts';
import type { Notices } from '../notifications/notices.ts';
import type { Profit } from '../valuation/equity.ts';
import type { PushTargets } from '../notifications/push-targets.ts';
import type { ResetReviews } from '../auth/reset-reviews.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { TwoFactor } from '../auth/two-factor.ts';
import type { User, Users } from '../auth/users.ts';

export interface AccountParts {
  users: Users;
  sessions: Sessions;
  codes: Codes;
  devices: Devices;
  captchas: Captchas;
  guard: Guard;
  twoFactor: TwoFactor;
  resetReviews: ResetReviews;
  kyc: KycStore;
  notices: Notices;
  alerts: Alerts;
  push: PushTargets;
  favourites: Favourites;
  limits: Limits;
  /** Null: codes come back as `demoCode` (demo), or cannot be had at all. */
  mail: Mail | null;
  demo: boolean;
  /** The house's own invite code; when there is one, nobody registers without one. */
  houseInviteCode: string | null;
  /** Worth of both wallets in USDT, as the wire prints money. */
  worthOf(uid: number): Promise<{ spot: string; contract: string }>;
  /** Gives a new person the demo money, once; resolves when it is durable. */
  creditDemo(uid: number): Promise<void>;
  /** Tops up demo money; null where there is none. */
  faucet: ((uid: number) => Promise<FaucetAnswer>) | null;
  /** What other rooms add to `/common/prop`, by key. */
  moreProps: Readonly<Record<string, () => unknown>>;
  /** Area of an instrument, for favourites; null for none. */
  areaOfInstrument(coinInfoId: number): MarketType | null;
  profitOf(uid: number, sinceTime: number): Promise<Profit>;
  /** What a person earned by inviting, in USDT. */
  inviteProfitOf(uid: number): Promise<Units>;
  /** Writes a notice of ours to a person, and by mail where there is a mail server. */
  tell(user: User, template: Template, language: string, params?: Record<string, string>): Promise<void>;
  /** The language in which each person last asked who they are, since the process began. */
  languages: Map<number, string>;
  now(): number;
  /** Where a letter that could not be sent is written. */
  log(error: unknown): void;
}
