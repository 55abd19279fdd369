// Creates the account services and their handlers from the store, the sequencer and the settings.
import { type Instrument, USDT_ID, marketTypeOf } from '../../core/instruments/instrument.ts';
import { isReject } from '../../core/orders/spot-order.ts';
import { type PriceTicks, type Units, parseMoney, printMoney } from '../../core/units/units.ts';
import type { Config } from './config.ts';
import { DEMO_REMARK } from '../services/accounts/demo-money.ts';
import { inUsdt, worthOf } from '../services/valuation/worth.ts';
import { type CommonPath, commonHandlers } from '../gateway/routes/account/common-routes.ts';
import { type TwoFactorPath, twoFactorHandlers } from '../gateway/routes/account/two-factor-routes.ts';
import { kycHandlers } from '../gateway/routes/account/kyc-routes.ts';
import { type LoginPath, loginHandlers } from '../gateway/routes/account/login-routes.ts';
import { type NoticePath, noticeHandlers } from '../gateway/routes/account/notice-routes.ts';
import { profitHandlers } from '../gateway/routes/account/profit-routes.ts';
import { ledgerHandlers } from '../gateway/routes/account/ledger-routes.ts';
import { type UserPath, userHandlers } from '../gateway/routes/account/user-routes.ts';
import type { Handlers } from '../gateway/handler.ts';
import { RateLimits } from '../gateway/rate-limits.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import { Alerts } from '../services/notifications/alerts.ts';
import { Captchas } from '../services/auth/captcha.ts';
import { MailCodes } from '../services/auth/mail-codes.ts';
import { type DailyJobs, startDailyJobs } from '../services/accounts/daily-jobs.ts';
import { Devices } from '../services/auth/devices.ts';
import { type EquityDeps, closeDay, profitOf } from '../services/valuation/equity.ts';
import { FAUCET_TYPE, createFaucet } from '../services/funds/faucet.ts';
import { type LayoutPath, layoutHandlers } from '../gateway/routes/account/layout-routes.ts';
import { Layouts } from '../services/accounts/layouts.ts';
import { Favourites } from '../services/accounts/favourites.ts';
import { LoginThrottle } from '../services/auth/login-throttle.ts';
import { Identity } from '../services/auth/identity.ts';
import { KycStore } from '../services/kyc/kyc.ts';
import { createMail } from '../services/notifications/mail.ts';
import { noticeText } from '../services/notifications/notice-messages.ts';
import { Notices } from '../services/notifications/notices.ts';
import type { AccountDeps } from '../gateway/routes/account/account-deps.ts';
import { openPictures } from '../services/kyc/pictures.ts';
import { PushSubscriptions } from '../services/notifications/push-subscriptions.ts';
import { ResetReviews } from '../services/auth/reset-reviews.ts';
import { payRewards } from '../services/accounts/rewards.ts';
import { createRiskPercent } from '../services/valuation/risk-percent.ts';
import { Sessions } from '../services/auth/sessions.ts';
import { TwoFactor } from '../services/auth/two-factor.ts';
import { Users } from '../services/auth/users.ts';
import { type SecretBox, openSecretBox } from '../store/secret-box.ts';
import { asConfigError } from './startup-errors.ts';
import { openWebPush } from '../services/notifications/web-push.ts';

/** Demo credit of a new user, in USDT. */
const DEMO_UNITS = parseMoney('10000') ?? 0n;

export interface AccountsOptions {
  config: Config;
  store: Store;
  sequencer: Sequencer;
  /** `listed`: instruments offered now; `known`: instruments that users may hold positions or coins of. */
  listed: ReadonlyMap<number, Instrument>;
  known: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): PriceTicks;
  /** Further values of `/common/prop`, by key. */
  extraProps?: Readonly<Record<string, () => unknown>>;
  now(): number;
  /** The machine's clock minus `now()`, in ms; 0: they agree. */
  clockAheadMs(): number;
  log(event: string, error: unknown): void;
}

type AccountPath =
  | LoginPath
  | UserPath
  | TwoFactorPath
  | '/user/kyc'
  | NoticePath
  | '/user/point/change/log'
  | '/user/profit'
  | LayoutPath
  | CommonPath;

export interface Accounts {
  handlers: Handlers<AccountPath>;
  sessions: Sessions;
  rateLimits: RateLimits;
  /** Security status, codes, notices and reviews of users. */
  identity: Identity;
  /** Ids of a user's favourites. */
  favouritesOf(uid: number): Promise<number[]>;
  /** Stops background jobs. The store must still be open. */
  close(): Promise<void>;
}

/** Creates the services, and completes registrations that a stop of the process interrupted. */
export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { store, sequencer } = options;
  const deps = await accountDepsOf(options);
  const [frozen] = await Promise.all([
    deps.users.frozenUids(),
    store.run('DELETE FROM sessions WHERE expire_time <= ?', [options.now()]),
    deps.codes.deleteExpired(),
    finishRegistrations(deps),
  ]).catch(async (error: unknown) => {
    await deps.alerts.close();
    throw error;
  });
  const jobs = startJobs(options, deps);
  return {
    handlers: handlersOf(deps, sequencer),
    sessions: deps.sessions,
    rateLimits: deps.rateLimits,
    identity: new Identity(deps, new Set(frozen)),
    favouritesOf: (uid) => deps.favourites.list(uid),
    close: async () => {
      await deps.alerts.close();
      await jobs.close();
    },
  };
}

function startJobs(options: AccountsOptions, { loginThrottle, codes }: AccountDeps): DailyJobs {
  const { store, known, now } = options;
  const equity = equityDepsOf(options);
  const rewards = {
    store,
    now,
    valueOf: equity.valueOf,
    quoteCoinOf: (coinInfoId: number) => known.get(coinInfoId)?.info.quoteCoinId ?? 0,
    pay: (uid: number, units: Units, refNo: string) =>
      credit(options.sequencer, uid, { units, recordType: 'invite_reward', remark: refNo }),
  };
  return startDailyJobs(
    [
      (shouldContinue) => closeDay(equity, shouldContinue),
      (shouldContinue) => payRewards(rewards, shouldContinue),
      () => loginThrottle.deleteExpired(),
      () => codes.deleteExpired(),
    ],
    (error) => options.log('daily_job.failed', error),
  );
}

async function accountDepsOf(options: AccountsOptions): Promise<AccountDeps> {
  const { config, store, sequencer, listed, known, lastTicks, now, clockAheadMs } = options;
  const secretBox = openSecretBox(config.dataDir);
  const pictures = openPictures(config.dataDir, secretBox);
  const loginThrottle = new LoginThrottle(store, secretBox, now);
  const equity = equityDepsOf(options);
  const users = new Users(store);
  return {
    ...(await notificationsOf(options, secretBox, users)),
    users,
    sessions: new Sessions(store, now),
    codes: new MailCodes(store, secretBox, now),
    devices: new Devices(store, secretBox, now),
    captchas: new Captchas(now),
    loginThrottle,
    twoFactor: new TwoFactor({ store, secretBox, throttle: loginThrottle, now, clockAheadMs }),
    resetReviews: new ResetReviews(store, pictures, now),
    kyc: new KycStore(store, secretBox, pictures, now),
    favourites: new Favourites(store, now),
    layouts: new Layouts(store, now),
    rateLimits: new RateLimits(config.rateLimit, now),
    demo: config.demo,
    inviteCode: config.inviteCode,
    noteLanguage({ uid, language: last }, language) {
      if (language !== last)
        users.setLanguage(uid, language).catch((error: unknown) => options.log('language.not_stored', error));
    },
    now,
    worthOf: async (uid) => {
      const { spot, contract } = await worthOf({ instruments: known, lastTicks, reads: sequencer.queries }, uid);
      return { spot: printMoney(spot), contract: printMoney(contract) };
    },
    creditDemo: (uid) => creditDemo(sequencer, uid),
    faucet: config.demo ? faucetOf(options, users, equity) : null,
    extraProps: options.extraProps ?? {},
    marketTypeOf: (coinInfoId) => {
      const instrument = listed.get(coinInfoId);
      // A coin without a pair is no market.
      return instrument?.info.pair ? marketTypeOf(instrument.info) : null;
    },
    profitOf: (uid, since) => profitOf(equity, uid, since),
    inviteProfitOf: (uid) => inviteProfitOf(store, uid, equity),
  };
}

/** What reaches users: mails, notices, pushes, and the alerts that they set. */
async function notificationsOf(
  options: AccountsOptions,
  secretBox: SecretBox,
  users: Users,
): Promise<Pick<AccountDeps, 'mail' | 'notices' | 'push' | 'alerts' | 'notifyUser' | 'log'>> {
  const { config, store, sequencer, listed, known, lastTicks, now } = options;
  const languageOf = (uid: number): Promise<string> => users.languageOf(uid);
  const mail = config.smtpUrl ? await createMail(config.smtpUrl, config.mailFrom) : null;
  const notices = new Notices(store, languageOf, now);
  const webPush = await asConfigError(() => openWebPush(config.dataDir, secretBox, `mailto:${config.mailAddress}`));
  const push = new PushSubscriptions(store, webPush, now, options.log);
  const riskPercent = createRiskPercent(known, sequencer.machine);
  const log = (error: unknown): void => options.log('mail.send_failed', error);
  return {
    mail,
    notices,
    push,
    alerts: await Alerts.open({
      store,
      notices,
      push,
      listed,
      lastTicks,
      riskPercent,
      languageOf,
      now,
      log: options.log,
    }),
    async notifyUser(user, template, language, params = {}) {
      const category = template.startsWith('kyc') ? 'general' : 'security';
      await notices.notify(user.uid, { category, template, params });
      mail?.sendNotice(user.email, noticeText(template, params, language), language, user.antiPhish).catch(log);
    },
    log,
  };
}

function handlersOf(deps: AccountDeps, { queries: reads }: Sequencer): Handlers<AccountPath> {
  return {
    ...loginHandlers(deps),
    ...userHandlers(deps),
    ...twoFactorHandlers(deps),
    ...kycHandlers(deps),
    ...noticeHandlers(deps),
    ...ledgerHandlers({ reads }),
    ...profitHandlers(deps),
    ...commonHandlers(deps),
    ...layoutHandlers(deps),
  };
}

function equityDepsOf({ store, sequencer, known, lastTicks, now }: AccountsOptions): EquityDeps {
  const prices = { instruments: known, lastTicks, reads: sequencer.queries };
  return {
    store,
    now,
    equityOf: async (uid) => {
      // Read in one turn with the balances: what is bought or decided meanwhile would count twice, or not at all.
      const options = sequencer.machine.openBinaryOptions(uid, null);
      const { spot, contract } = await worthOf(prices, uid);
      return options.reduce((sum, { amountUnits, feeUnits }) => sum + amountUnits + feeUnits, spot + contract);
    },
    valueOf: (coinId, units) => inUsdt(prices, coinId, units),
  };
}

/** Total of a user's invite rewards in the ledger, in USDT. */
async function inviteProfitOf(store: Store, uid: number, { valueOf }: EquityDeps): Promise<Units> {
  const rows = await store.all<{ coin_id: bigint; total: bigint }>(
    "SELECT coin_id, CAST(SUM(units) AS BIGINT) AS total FROM exchange_line WHERE uid = ? AND record_type = 'invite_reward' GROUP BY coin_id",
    [uid],
  );
  return rows.reduce((sum, row) => sum + valueOf(Number(row.coin_id), row.total), 0n);
}

/** Credits demo money to users whose registration was interrupted by a stop of the process. */
async function finishRegistrations(deps: { users: Users; creditDemo(uid: number): Promise<void> }): Promise<void> {
  for (const user of await deps.users.withoutDemoCredit()) {
    await deps.creditDemo(user.uid);
    await deps.users.markDemoCredited(user.uid);
  }
}

/** At most once a user: one with a USDT balance has been credited before. Throws Error when the exchange refuses. */
async function creditDemo(sequencer: Sequencer, uid: number): Promise<void> {
  const balances = await sequencer.queries.balances(uid);
  if (balances.some(({ coinId }) => coinId === USDT_ID)) return;
  await credit(sequencer, uid, { units: DEMO_UNITS, recordType: 'spot_manual_add', remark: DEMO_REMARK });
}

function faucetOf(
  { sequencer, now }: AccountsOptions,
  users: Users,
  { equityOf }: EquityDeps,
): NonNullable<AccountDeps['faucet']> {
  return createFaucet({
    now,
    isActive: async (uid) => (await users.byUid(uid))?.active ?? false,
    equityOf,
    upTo: DEMO_UNITS,
    lastTime: async (uid) =>
      (await sequencer.queries.ledgerEntries(uid, { recordType: FAUCET_TYPE, offset: 0, limit: 1 })).list[0]?.ts ?? 0,
    pay: (uid, units) => credit(sequencer, uid, { units, recordType: FAUCET_TYPE, remark: 'demo' }),
  });
}

/** Credits USDT to a user's spot wallet. Throws Error when the exchange refuses. */
async function credit(
  sequencer: Sequencer,
  uid: number,
  entry: { units: Units; recordType: string; remark: string },
): Promise<void> {
  const { answer } = await sequencer.submit({ kind: 'credit', uid, wallet: 'spot', coinId: USDT_ID, ...entry });
  if (isReject(answer)) throw new Error(`${entry.recordType} of ${uid} was refused with ${answer.code}`);
}
