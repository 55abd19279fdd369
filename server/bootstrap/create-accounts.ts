// Puts the accounts room together from the store, the exchange and the settings.
import { type Instrument, USDT_ID, marketTypeOf } from '../../core/instruments/instrument.ts';
import { isReject } from '../../core/orders/spot-order.ts';
import { type PriceTicks, type Units, parseMoney, printMoney } from '../../core/units/units.ts';
import type { Config } from './config.ts';
import { inUsdt, worthOf } from '../gateway/routes/assets-routes.ts';
import { type CommonPath, commonHandlers } from '../gateway/routes/common-routes.ts';
import { type GooglePath, googleHandlers } from '../gateway/routes/two-factor-routes.ts';
import { kycHandlers } from '../gateway/routes/kyc-routes.ts';
import { type LoginPath, loginHandlers } from '../gateway/routes/login-routes.ts';
import { type NoticePath, noticeHandlers } from '../gateway/routes/notice-routes.ts';
import { profitHandlers } from '../gateway/routes/profit-routes.ts';
import { recordHandlers } from '../gateway/routes/ledger-routes.ts';
import { type UserPath, userHandlers } from '../gateway/routes/user-routes.ts';
import type { Handlers } from '../gateway/handler.ts';
import { type Limits, createLimits } from '../gateway/rate-limits.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import { openAlerts } from '../services/notifications/alerts.ts';
import { createCaptchas } from '../services/auth/captcha.ts';
import { createCodes } from '../services/auth/mail-codes.ts';
import { type Days, startDays } from '../services/accounts/daily-jobs.ts';
import { createDevices } from '../services/auth/devices.ts';
import { type EquityParts, closeDay, profitOf, stakesOf } from '../services/valuation/equity.ts';
import { FAUCET_TYPE, createFaucet } from '../services/funds/faucet.ts';
import { createFavourites } from '../services/accounts/favourites.ts';
import { createGuard } from '../services/auth/login-throttle.ts';
import { type Identity, type Reviews, createIdentity } from '../services/auth/identity.ts';
import { createKyc } from '../services/kyc/kyc.ts';
import { createMail } from '../services/notifications/mail.ts';
import { wordsOf } from '../services/notifications/notice-messages.ts';
import { createNotices } from '../services/notifications/notices.ts';
import type { AccountParts } from '../services/accounts/deps.ts';
import { openPictures } from '../services/kyc/pictures.ts';
import { createPushTargets } from '../services/notifications/push-targets.ts';
import { createResetReviews } from '../services/auth/reset-reviews.ts';
import { payRewards } from '../services/accounts/rewards.ts';
import { riskReading } from '../services/valuation/risk-reading.ts';
import { type Sessions, createSessions } from '../services/auth/sessions.ts';
import { createTwoFactor } from '../services/auth/two-factor.ts';
import { type Users, createUsers } from '../services/auth/users.ts';
import { openVault } from '../services/auth/secret-box.ts';
import { openWebPush } from '../services/notifications/web-push.ts';

/** What a new person gets in demo mode, in USDT. */
const DEMO_UNITS = parseMoney('10000') ?? 0n;

export interface AccountsOptions {
  config: Config;
  store: Store;
  sequencer: Sequencer;
  /** What is offered now, and everything that people may hold. */
  listed: ReadonlyMap<number, Instrument>;
  known: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): PriceTicks;
  /** What other rooms add to `/common/prop`, by key. */
  moreProps?: Readonly<Record<string, () => unknown>>;
  now(): number;
  log(what: string, error: unknown): void;
}

type AccountPath =
  | LoginPath
  | UserPath
  | GooglePath
  | '/user/kyc'
  | NoticePath
  | '/user/point/change/log'
  | '/user/profit'
  | CommonPath;

export interface Accounts {
  handlers: Handlers<AccountPath>;
  sessions: Sessions;
  limits: Limits;
  /** What other rooms may ask and decide of people. */
  identity: Identity & Reviews;
  /** Ends what runs in the background; the store must still be open. */
  close(): Promise<void>;
}

/** Opens the room and finishes what the last end of the process cut off. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { store, sequencer } = options;
  const parts = await partsOf(options);
  await store.run('DELETE FROM sessions WHERE expire_time <= ?', [options.now()]);
  await parts.codes.sweep();
  await finishRegistrations(parts);
  const days = daysOf(options, parts);
  return {
    handlers: handlersOf(parts, sequencer),
    sessions: parts.sessions,
    limits: parts.limits,
    identity: createIdentity(parts, new Set(await parts.users.frozen())),
    close: async () => {
      await parts.alerts.close();
      await days.close();
    },
  };
}

function daysOf(options: AccountsOptions, { guard, codes }: AccountParts): Days {
  const { store, known, now } = options;
  const equity = equityParts(options);
  const rewards = {
    store,
    now,
    valueOf: equity.valueOf,
    quoteCoinOf: (coinInfoId: number) => known.get(coinInfoId)?.info.quoteCoinId ?? 0,
    pay: (uid: number, units: Units, refNo: string) => credit(options.sequencer, uid, units, 'invite_reward', refNo),
  };
  return startDays(
    [(goOn) => closeDay(equity, goOn), (goOn) => payRewards(rewards, goOn), () => guard.sweep(), () => codes.sweep()],
    (error) => options.log('a duty of the day', error),
  );
}

async function partsOf(options: AccountsOptions): Promise<AccountParts> {
  const { config, store, sequencer, listed, known, lastTicks, now } = options;
  const vault = openVault(config.dataDir);
  const pictures = openPictures(config.dataDir, vault);
  const guard = createGuard(store, vault, now);
  const equity = equityParts(options);
  const mail = config.smtpUrl ? await createMail(config.smtpUrl, config.mailFrom) : null;
  const notices = createNotices(store, now);
  const languages = new Map<number, string>();
  const push = createPushTargets(
    store,
    openWebPush(config.dataDir, vault, `mailto:${config.mailFrom}`),
    now,
    options.log,
  );
  const alerts = await openAlerts({
    store,
    notices,
    push,
    listed,
    lastTicks,
    riskPercent: riskReading(known, sequencer.machine),
    languageOf: (uid) => languages.get(uid) ?? 'en-US',
    now,
    log: options.log,
  });
  const log = (error: unknown): void => options.log('a letter was not sent', error);
  return {
    users: createUsers(store),
    sessions: createSessions(store, now),
    codes: createCodes(store, vault, now),
    devices: createDevices(store, vault, now),
    captchas: createCaptchas(now),
    guard,
    twoFactor: createTwoFactor(store, vault, guard, now),
    resetReviews: createResetReviews(store, pictures, now),
    kyc: createKyc(store, vault, pictures, now),
    notices,
    favourites: createFavourites(store, now),
    limits: createLimits(config.rateLimit),
    mail,
    demo: config.demo,
    houseInviteCode: config.inviteCode,
    languages,
    alerts,
    push,
    now,
    log,
    worthOf: async (uid) => {
      const { spot, contract } = await worthOf({ instruments: known, lastTicks, reads: sequencer.reads }, uid);
      return { spot: printMoney(spot), contract: printMoney(contract) };
    },
    creditDemo: (uid) => creditDemo(sequencer, uid),
    faucet: config.demo ? faucetOf(options, equity) : null,
    moreProps: options.moreProps ?? {},
    areaOfInstrument: (coinInfoId) => {
      const instrument = listed.get(coinInfoId);
      return instrument ? marketTypeOf(instrument.info) : null;
    },
    profitOf: (uid, since) => profitOf(equity, uid, since),
    inviteProfitOf: (uid) => inviteProfitOf(store, uid, equity),
    async tell(user, template, language, params = {}) {
      await notices.tell(user.uid, { category: template.startsWith('kyc') ? 'general' : 'security', template, params });
      mail?.sendNotice(user.email, wordsOf(template, params, language), language, user.antiPhish).catch(log);
    },
  };
}

function handlersOf(parts: AccountParts, { reads }: Sequencer): Handlers<AccountPath> {
  return {
    ...loginHandlers(parts),
    ...userHandlers(parts),
    ...googleHandlers(parts),
    ...kycHandlers(parts),
    ...noticeHandlers(parts),
    ...recordHandlers({ reads }),
    ...profitHandlers(parts),
    ...commonHandlers(parts),
  };
}

function equityParts({ store, sequencer, known, lastTicks, now }: AccountsOptions): EquityParts {
  const prices = { instruments: known, lastTicks, reads: sequencer.reads };
  return {
    store,
    now,
    equityOf: async (uid) => {
      const { spot, contract } = await worthOf(prices, uid);
      return spot + contract + (await stakesOf(store, uid));
    },
    valueOf: (coinId, units) => inUsdt(prices, coinId, units),
  };
}

/** What the ledger says was paid for inviting. */
async function inviteProfitOf(store: Store, uid: number, { valueOf }: EquityParts): Promise<Units> {
  const rows = await store.all<{ coin_id: bigint; total: bigint }>(
    "SELECT coin_id, CAST(SUM(units) AS BIGINT) AS total FROM exchange_line WHERE uid = ? AND record_type = 'invite_reward' GROUP BY coin_id",
    [uid],
  );
  return rows.reduce((sum, row) => sum + valueOf(Number(row.coin_id), row.total), 0n);
}

/** Gives their demo money to people whose registration was cut off by the end of the process. */
async function finishRegistrations(parts: { users: Users; creditDemo(uid: number): Promise<void> }): Promise<void> {
  for (const user of await parts.users.withoutDemoMoney()) {
    await parts.creditDemo(user.uid);
    await parts.users.markDemoCredited(user.uid);
  }
}

/**
 * Once for each person: somebody who has, or had, USDT got it before the process ended. Throws Error when the exchange
 * refuses.
 */
async function creditDemo(sequencer: Sequencer, uid: number): Promise<void> {
  const balances = await sequencer.reads.balances(uid);
  if (balances.some(({ coinId }) => coinId === USDT_ID)) return;
  await credit(sequencer, uid, DEMO_UNITS, 'spot_manual_add', 'demo');
}

function faucetOf({ sequencer, now }: AccountsOptions, { equityOf }: EquityParts): NonNullable<AccountParts['faucet']> {
  return createFaucet({
    now,
    equityOf,
    upTo: DEMO_UNITS,
    lastTime: async (uid) =>
      (await sequencer.reads.ledgerEntries(uid, { recordType: FAUCET_TYPE, offset: 0, limit: 1 })).list[0]?.ts ?? 0,
    pay: (uid, units) => credit(sequencer, uid, units, FAUCET_TYPE, 'demo'),
  });
}

/** USDT from the house to a person's spot account. Throws Error when the exchange refuses. */
async function credit(
  sequencer: Sequencer,
  uid: number,
  units: Units,
  recordType: string,
  remark: string,
): Promise<void> {
  const { answer } = await sequencer.submit({
    kind: 'credit',
    uid,
    wallet: 'spot',
    coinId: USDT_ID,
    units,
    recordType,
    remark,
  });
  if (isReject(answer)) throw new Error(`${recordType} of ${uid} was refused with ${answer.code}`);
}
